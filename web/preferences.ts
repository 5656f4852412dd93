// Theme and language: what was chosen in this browser, and how the document shows it.
import type { Language } from "../src/schema/common.ts";
import { readKept, writeKept } from "./kept.ts";

/** "system" follows the device, also while the page is open. */
export type Theme = "system" | "light" | "dark";

export const themes: readonly Theme[] = ["system", "light", "dark"];

const paper = { light: "#faf6ef", dark: "#191714" } as const;

/** The theme chosen in this browser; "system" until one is chosen. */
export function keptTheme(): Theme {
  const kept = readKept("local", "theme");
  return themes.find((theme) => theme === kept) ?? "system";
}

/** The language chosen in this browser, or null. */
export function keptLanguage(): Language | null {
  const kept = readKept("local", "language");
  return kept === "zh" || kept === "en" ? kept : null;
}

/** What the browser asks for: the first of its languages that we speak, otherwise English. */
export function browserLanguage(asked: readonly string[] = navigator.languages): Language {
  for (const tag of asked) {
    if (/^zh\b/i.test(tag)) return "zh";
    if (/^en\b/i.test(tag)) return "en";
  }
  return "en";
}

function darkQuery(): MediaQueryList {
  return window.matchMedia("(prefers-color-scheme: dark)");
}

/** Puts a theme on the document; "system" is resolved to what the device shows now. */
export function showTheme(theme: Theme): void {
  const shown = theme === "system" ? (darkQuery().matches ? "dark" : "light") : theme;
  document.documentElement.dataset.theme = shown;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", paper[shown]);
}

/** Puts a language on the document: readers choose their voice, and fonts their glyphs, by it. */
export function showLanguage(language: Language): void {
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
}

/** Chooses a theme and keeps the choice in this browser. */
export function chooseTheme(theme: Theme): void {
  writeKept("local", "theme", theme);
  showTheme(theme);
}

/** Chooses a language and keeps the choice in this browser. */
export function chooseLanguage(language: Language): void {
  writeKept("local", "language", language);
  showLanguage(language);
}

/** Follows the device's theme while "system" is chosen. */
export function followDeviceTheme(): void {
  darkQuery().addEventListener("change", () => showTheme(keptTheme()));
}
