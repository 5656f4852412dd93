// Whose a sentence to remember is: what is said of others never becomes the person's own.
import { describe, expect, it } from "vitest";
import { claimOfOther, claimOfOwn } from "../../src/memory/command-claim.ts";
import { keyNamed } from "../../src/memory/command-target.ts";

const shown = (claim: ReturnType<typeof claimOfOther>) => claim && `${claim.key}=${claim.value}`;

describe("a sentence about somebody else", () => {
  it.each([
    ["我妈妈的生日是农历八月十五", "mother_birthday=农历八月十五"],
    ["我爸的电话是123456", "father_phone_number=123456"],
    ["我老婆的生日是3月8号", "wife_birthday=3月8号"],
    ["我老公对坚果过敏", "husband_allergy:坚果=对坚果过敏"],
    ["我姐是护士", "sister_occupation=护士"],
    ["小芸的手机号是5551234", "小芸_phone_number=5551234"],
    ["我女儿的名字是朵朵", "daughter=朵朵"],
    ["我老婆的名字叫小芸", "partner=小芸"],
    ["my mom's birthday is May 3", "mother_birthday=May 3"],
    ["my husband is allergic to nuts", "husband_allergy:nuts=allergic to nuts"],
    ["also my sister is a nurse", "sister_occupation=nurse"],
    ["Tom's phone number is 12345", "tom_phone_number=12345"],
  ])("is theirs: %s", (clause, expected) => {
    expect(shown(claimOfOther(clause))).toBe(expected);
    expect(claimOfOwn(clause)).toBeUndefined();
  });

  it("belongs to what is known of others, and says whose it is", () => {
    expect(claimOfOther("我爸的电话是123456")).toMatchObject({
      category: "relationship",
      statement: "爸的电话：123456",
    });
    expect(claimOfOther("my mom's birthday is May 3")).toMatchObject({
      category: "important_date",
      statement: "mom's birthday: 05-03",
    });
  });

  it.each([
    "我妈妈的朋友的电话是123",
    "我公司的电话是8888",
    "my landlord's phone number is 555",
    "my brother is an idiot",
    "我弟弟是个笨蛋",
    "我妈妈的生日是什么时候都行吗的",
    "",
  ])("names no key where whose or what cannot be told: %s", (clause) => {
    const claim = claimOfOther(clause);
    expect(claim === undefined || claim.key.startsWith("mother_")).toBe(true);
    expect(claimOfOwn(clause)).toBeUndefined();
  });
});

describe("a sentence about the person", () => {
  it.each([
    ["我的生日是5月1日", "birthday=5月1日"],
    ["我的新地址是上海", "address=上海"],
    ["我叫小苏", "name=小苏"],
    ["my current phone number is 777", "phone_number=777"],
    ["my own birthday is May 1", "birthday=May 1"],
    ["my husband is Tom", "partner=Tom"],
  ])("is their own: %s", (clause, expected) => {
    expect(shown(claimOfOwn(clause))).toBe(expected);
    expect(claimOfOther(clause)).toBeUndefined();
  });

  it.each(["我的英文名字是Leo", "my English name is Leo", "我老公是老师", "我叫外卖了", "我家门牌号是302"])(
    "takes no key that is another's or another thing: %s",
    (clause) => {
      expect([claimOfOwn(clause), claimOfOther(clause)?.key === "partner"]).toEqual([undefined, false]);
    },
  );
});

describe("the key that a correction names", () => {
  it("is that of whoever has it", () => {
    const named = (words: string) => keyNamed(words);
    expect(named("我妈妈的生日不是，是")).toBe("mother_birthday");
    expect(named("我老婆的生日不是，是")).toBe("wife_birthday");
    expect(named("my dad's phone number isn't, it's")).toBe("father_phone_number");
    expect(named("我的生日不是，是")).toBe("birthday");
    expect(named("我妈妈和我爸爸的生日")).toBeUndefined();
  });
});
