// Under which key a fact is filed: synonyms in both languages, subjects, contraries (A30, A32, R40).
import { describe, expect, test } from "vitest";
import {
  areContrary,
  categoryFor,
  freeKey,
  isSingleValued,
  keyBase,
  keySubject,
  normaliseKey,
  statementOf,
} from "../../src/memory/fact-key.ts";

describe("a key", () => {
  test("has one form for its names in both languages", () => {
    for (const [name, key] of [
      ["名字", "name"],
      ["Full Name", "name"],
      ["user_name", "name"],
      ["怎么称呼", "call_name"],
      ["preferred_name", "call_name"],
      ["昵称", "nickname"],
      ["city", "location"],
      ["居住地", "location"],
      ["home", "address"],
      ["job", "occupation"],
      ["职业", "occupation"],
      ["生日", "birthday"],
      ["date-of-birth", "birthday"],
      ["boyfriend", "partner"],
      ["作息", "sleep_schedule"],
      ["favourite_colour", "favorite_color"],
    ]) {
      expect([name, normaliseKey(undefined, name, "x")]).toEqual([name, key]);
    }
  });

  test("that may have several values carries its subject", () => {
    for (const [key, value, form] of [
      ["allergy", "对芒果过敏", "allergy:芒果"],
      ["allergies", "severely allergic to Mango", "allergy:mango"],
      ["过敏", "peanut allergy", "allergy:peanut"],
      ["favorite_food", "火锅", "favorite_food:火锅"],
      ["likes", "最喜欢吃年糕", "likes:年糕"],
      ["pet_name", "年糕", "pet_name:年糕"],
      ["害怕", "afraid of heights", "fear:heights"],
      ["allergy：花生", "过敏", "allergy:花生"],
    ]) {
      expect([key, normaliseKey(undefined, key, value)]).toEqual([key, form]);
    }
  });

  test("names the same subject whether the value affirms or denies it", () => {
    expect(normaliseKey("health", "allergy", "对花生不过敏")).toBe("allergy:花生");
    expect(normaliseKey("health", "allergy", "not allergic to peanuts")).toBe("allergy:peanuts");
  });

  test("of one value drops a subject that a model adds", () => {
    expect(normaliseKey("personal_info", "location:杭州", "杭州")).toBe("location");
  });

  test("of a like in the category of dislikes is its contrary", () => {
    expect(normaliseKey("dislike", "likes", "香菜")).toBe("dislikes:香菜");
    expect(normaliseKey("dislike", "food_preference", "香菜")).toBe("hates_food:香菜");
  });

  test("that is unknown stays, in lower case and short", () => {
    expect(normaliseKey("habit", "Phone Plan", "59")).toBe("phone_plan");
    expect(normaliseKey("habit", "x".repeat(500), "1").length).toBeLessThanOrEqual(40);
    expect(normaliseKey("habit", `likes:${"很".repeat(500)}`, "1").length).toBeLessThanOrEqual(40);
  });

  test("is nothing where nothing is left of it", () => {
    for (const key of [undefined, "", "  ", "：：", "!!!", "\u0000"]) {
      expect(normaliseKey("habit", key, "x")).toBe("");
    }
  });

  test("of one value closes the former one, a key with a subject does not", () => {
    for (const key of ["name", "nickname", "birthday", "location", "occupation", "partner", "gender"]) {
      expect([key, isSingleValued(key)]).toEqual([key, true]);
    }
    for (const key of ["allergy:花生", "pet_name:年糕", "likes:猫", "plan:location", "unheard_of"]) {
      expect([key, isSingleValued(key)]).toEqual([key, false]);
    }
  });

  test("is cut at its first colon only", () => {
    expect(keyBase("allergy:花生")).toBe("allergy");
    expect(keySubject("allergy:a:b")).toBe("a:b");
    expect(keySubject("name")).toBe("");
  });
});

describe("contraries", () => {
  test("are a like and a dislike of one thing (C082), of another thing not", () => {
    expect(areContrary("likes:川菜", "dislikes:川菜")).toBe(true);
    expect(areContrary("hates_food:coriander", "favorite_food:Coriander")).toBe(true);
    expect(areContrary("likes:川菜", "dislikes:粤菜")).toBe(false);
    expect(areContrary("likes:川菜", "likes:川菜")).toBe(false);
    expect(areContrary("likes", "dislikes")).toBe(false);
  });
});

describe("the rest of a key's house", () => {
  test("a known key has its own category, an unknown one the proposed", () => {
    expect(categoryFor("allergy:花生", "preference")).toBe("health");
    expect(categoryFor("birthday", undefined)).toBe("important_date");
    expect(categoryFor("phone_plan", "habit")).toBe("habit");
    expect(categoryFor("phone_plan", undefined)).toBe("personal_info");
  });

  test("a taken key gets the value as its subject, then a number", () => {
    expect(freeKey("sport", "游泳", new Set())).toBe("sport");
    expect(freeKey("sport", "游泳", new Set(["sport"]))).toBe("sport:游泳");
    expect(freeKey("sport", "游泳", new Set(["sport", "sport:游泳"]))).toBe("sport:游泳 2");
  });

  test("a statement is short and in the language of the talk (A39)", () => {
    expect(statementOf("location", "杭州", "zh")).toBe("住在：杭州");
    expect(statementOf("location", "Hangzhou", "en")).toBe("lives in: Hangzhou");
    expect(statementOf("allergy:芒果", "过敏", "zh")).toBe("过敏：芒果 过敏");
    expect(statementOf("phone_plan", "59", "en")).toBe("phone plan: 59");
  });
});

describe("in traditional characters", () => {
  test("one truth has one place, and its value stays as it was written", () => {
    expect(normaliseKey("health", "過敏", "對蝦過敏")).toBe("allergy:虾");
    expect(normaliseKey("personal_info", "職業", "護士")).toBe("occupation");
    expect(areContrary("likes:貓", normaliseKey("dislike", "dislikes", "討厭貓"))).toBe(true);
    expect(statementOf("allergy:虾", "對蝦過敏", "zh")).toBe("过敏：對蝦過敏");
  });
});
