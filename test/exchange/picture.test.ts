// The picture of a card: taken out of every form it comes in, bare of all else, and refused where it is none or too much.
import fc from "fast-check";
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { pictureLimits, pictureOfCard, readPicture } from "../../src/exchange/picture.ts";
import { plainPng, readPng, withTexts } from "../../src/exchange/png.ts";

const face = plainPng([10, 20, 30], [200, 100, 50], 4, 6);
const same = (read: ReturnType<typeof pictureOfCard>) =>
  read?.ok === true && Buffer.from(read.bytes).equals(Buffer.from(face));
const icon = (uri: string, name = "main") => ({ assets: [{ type: "icon", name, uri, ext: "png" }] });

describe("a picture", () => {
  it("is kept without its texts and without what stands behind its end", () => {
    const more = Buffer.concat([withTexts(face, new Map([["chara", "eyJh"]])), Buffer.from("<script>")]);
    const read = readPicture(more);
    expect(same(read)).toBe(true);
  });

  it("is found in the PNG of a card, in a .charx, and written into the card", () => {
    const charx = zipSync({
      "card.json": strToU8("{}"),
      "assets/icon/main.png": face,
      "assets/b.png": strToU8("b"),
    });
    expect(same(pictureOfCard(face, {}))).toBe(true);
    expect(same(pictureOfCard(charx, icon("embeded://assets/icon/main.png")))).toBe(true);
    expect(same(pictureOfCard(charx, icon("embedded://assets/icon/main.png")))).toBe(true);
    const written = `data:image/png;base64,${Buffer.from(face).toString("base64")}`;
    expect(same(pictureOfCard(undefined, icon(written, "other")))).toBe(true);
  });

  it("of another kind, from elsewhere, or that is not there, is none", () => {
    const charx = zipSync({ "card.json": strToU8("{}"), "a.png": strToU8("<svg onload=alert(1)>") });
    expect(pictureOfCard(charx, icon("embeded://a.png"))).toEqual({ ok: false, fault: "picture_no_png" });
    for (const uri of [
      "embeded://../../a.png",
      "embeded://__proto__",
      "https://example.com/a.png",
      "ccdefault:",
      "file:///etc/passwd",
      "",
    ])
      expect(pictureOfCard(charx, icon(uri))).toBeUndefined();
    expect(pictureOfCard(undefined, icon("data:image/svg+xml;base64,PHN2Zz4="))).toBeUndefined();
    expect(pictureOfCard(undefined, { assets: "none" })).toBeUndefined();
  });

  it("too large in its file or on the screen is refused, a bomb before it is inflated", () => {
    const side = pictureLimits.side + 1;
    const large = { ok: false, fault: "picture_too_large" };
    expect(readPicture(plainPng([0, 0, 0], [9, 9, 9], side, 1))).toEqual(large);
    const bomb = zipSync({ "a.png": new Uint8Array(pictureLimits.bytes - 1) });
    expect(pictureOfCard(bomb, icon("embeded://a.png"))).toEqual(large);
  });

  it("is whole or refused, whatever was done to its bytes", () => {
    fc.assert(
      fc.property(fc.nat(face.length - 1), fc.nat(255), fc.nat(face.length), (at, byte, cut) => {
        const bytes = face.slice(0, face.length - (cut % 40));
        if (at < bytes.length) bytes[at] = byte;
        const read = readPicture(bytes);
        if (read.ok) expect(readPng(read.bytes).ok).toBe(true);
      }),
      { numRuns: 500, seed: 4 },
    );
  });
});
