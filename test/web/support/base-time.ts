// The moment at which the page's tests take place.

/** Sunday, 29 November 2026, 22:30 in Shanghai. */
export const baseTime = Date.UTC(2026, 10, 29, 14, 30) / 1000;
