// The few drawn signs of the interface; each is decoration beside words or a label.

const shapes = {
  back: "M15 5l-7 7 7 7",
  close: "M6 6l12 12M18 6L6 18",
  earlier: "M14 6l-6 6 6 6",
  onward: "M10 6l6 6-6 6",
  find: "M10.5 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM15.500 15.500L20 20",
  bell: "M6 16.500h12l-1.500-2V10a4.500 4.500 0 0 0-9 0v4.500zM10 19.500h4",
  plus: "M12 5v14M5 12h14",
  talk: "M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v7a2.5 2.5 0 0 1-2.5 2.5H11l-5 4v-4.1A2.5 2.5 0 0 1 4 13.5z",
  details: "M5 5h14M5 10h14M5 15h9M5 20h6",
  more: "M5.5 12h.01M12 12h.01M18.5 12h.01",
  inner: "M12 19.5S4.5 15 4.5 9.7A3.9 3.9 0 0 1 12 8a3.9 3.9 0 0 1 7.5 1.7C19.5 15 12 19.5 12 19.5z",
  me: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c1-4 4-6 7.5-6s6.500 2 7.500 6",
} as const;

export type IconName = keyof typeof shapes;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.8"
      stroke-linecap="round"
      stroke-linejoin="round"
    >
      <path d={shapes[name]} />
    </svg>
  );
}

/** The seal of the house. */
export function Seal() {
  return <img class="seal" src="/favicon.svg" alt="" width={28} height={28} />;
}
