// A companion's face: its own picture, the one drawn in its soul's folder, or a letter on a muted colour.
import { usePage } from "../page-state.ts";
import { pictureOf } from "../pictures.ts";

/** Each carries white letters at 4.5:1 or better. */
const tones = ["#56698a", "#8a5d3c", "#4c6b51", "#6d5a86", "#87505c", "#3f6a72"] as const;

/** The same id has the same tone, always. */
export function toneOf(id: string): string {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return tones[sum % tones.length] ?? tones[0];
}

/** One Chinese character, or two Latin letters: 雨 for 小雨 (the last one says more), "Mi" for Mira. */
export function letterOf(name: string): string {
  const characters = [...name.trim()];
  const last = characters.at(-1) ?? "";
  if (/\p{Script=Han}/u.test(last)) return last;
  return characters.slice(0, 2).join("");
}

/** SVG text as an image: inside an image no script runs and nothing is loaded, whatever the text says. */
export function imageOf(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

type AvatarProps = { id: string; name: string; soul?: string; svg?: string; large?: boolean };

/** Decoration: the name always stands beside it. */
export function Avatar({ id, name, soul, svg, large = false }: AvatarProps) {
  const { api, contacts } = usePage();
  const mark = contacts.list.value.find((one) => one.user_id === id)?.picture;
  const picture = mark === undefined ? "" : pictureOf(api, id, mark).value;
  const drawn = svg ?? contacts.souls.value?.find((one) => one.soul === soul)?.avatar ?? "";
  // A face that is still to come is not announced by a letter.
  const waiting = svg === undefined && soul !== undefined && contacts.souls.value === null;
  const size = large ? "avatar large" : "avatar";
  if (picture !== "" || drawn.trim() !== "") {
    return (
      <span class={size} aria-hidden="true">
        <img src={picture === "" ? imageOf(drawn) : picture} alt="" />
      </span>
    );
  }
  return (
    <span class={size} aria-hidden="true" style={{ background: toneOf(id) }}>
      {waiting ? "" : letterOf(name)}
    </span>
  );
}
