// How much room there is: three columns, two and a sheet, or one view at a time (LOOK: 1080 and 760 pixels).
import { signal } from "@preact/signals";

export type Width = "wide" | "middle" | "phone";

export const width = signal<Width>("wide");

/** Follows the window from now on. Called once, before the first view. */
export function startWidth(): void {
  const wide = window.matchMedia("(min-width: 1080px)");
  const phone = window.matchMedia("(max-width: 759.98px)");
  const measure = () => {
    width.value = wide.matches ? "wide" : phone.matches ? "phone" : "middle";
  };
  wide.addEventListener("change", measure);
  phone.addEventListener("change", measure);
  measure();
}
