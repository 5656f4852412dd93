// Traditional characters in simplified form, place for place, and back into those in which a text was typed.
import { describe, expect, test } from "vitest";
import { asTyped, simplify } from "../../src/schema/simplified.ts";

describe("a text in simplified characters", () => {
  test.each([
    ["我媽媽是護士，你還記得嗎", "我妈妈是护士，你还记得吗"],
    ["裡面、裏面，妳和牠，週末，臺灣台灣", "里面、里面，你和它，周末，台湾台湾"],
    ["睡不著，一隻貓，姊姊餓了，卻沒說", "睡不着，一只猫，姐姐饿了，却没说"],
    ["憂鬱症、癌症、髒衣服、心臟", "忧郁症、癌症、脏衣服、心脏"],
    ["甚麼時候？甚至沒有", "什么时候？甚至没有"],
    ["噁心、隱瞞、貼紙、瞭解、餘生、藉口", "恶心、隐瞒、贴纸、了解、余生、借口"],
  ])("%s", (text, simple) => {
    expect(simplify(text)).toBe(simple);
    expect(simplify(simple)).toBe(simple);
    expect(simple).toHaveLength(text.length);
  });

  test("keeps every place, halves of characters and texts of many pages", () => {
    const text = "\ud83d過😀敏\ude00x".repeat(5_000);
    expect(simplify(text)).toBe("\ud83d过😀敏\ude00x".repeat(5_000));
    const plain = "hello 你好";
    expect(simplify(plain)).toBe(plain);
  });
});

describe("what was found in it", () => {
  const typed = "記住我的地址是臺北，別告訴我媽";
  const read = simplify(typed);

  test("is given back as it was typed, put together or not", () => {
    expect(asTyped("我的地址是台北", read, typed)).toBe("我的地址是臺北");
    expect(asTyped("台北和我妈", read, typed)).toBe("臺北和我媽");
    expect(asTyped("没有", read, typed)).toBe("没有");
    expect(asTyped("", read, typed)).toBe("");
    expect(asTyped(read.repeat(3), read, typed)).toBe(typed.repeat(3));
  });
});
