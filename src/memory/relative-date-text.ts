// A text with its quotations and titles hidden, place for place, so that what others said or sang is not read as the person's.

/** Stands for each hidden character. */
export const hidden = "\u0000";

/** A quotation that does not close, or only after a page, is left as it is. */
const quotations =
  /《[^《》\n]{0,1000}》|〈[^〈〉\n]{0,1000}〉|「[^「」\n]{0,1000}」|『[^『』\n]{0,1000}』|“[^“”\n]{0,1000}”|"[^"\n]{0,1000}"/g;

/** Full-width letters and digits as narrow ones, apostrophes straight; every character keeps its place. */
export function narrow(text: string): string {
  return text
    .replace(/[！-～]/g, (wide) =>
      /[０-９Ａ-Ｚａ-ｚ]/.test(wide) ? String.fromCharCode(wide.charCodeAt(0) - 0xfee0) : wide,
    )
    .replace(/[’‘]/g, "'");
}

/** The text, equally long, in which quotations and titles are hidden. */
export function hideQuotations(text: string): string {
  return text.replace(quotations, (said) => hidden.repeat(said.length));
}
