// Runs before the first paint, as a plain blocking script, so that neither theme nor language flashes.
import { browserLanguage, keptLanguage, keptTheme, showLanguage, showTheme } from "./preferences.ts";

showTheme(keptTheme());
showLanguage(keptLanguage() ?? browserLanguage());
