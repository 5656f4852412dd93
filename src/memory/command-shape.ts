// Which fact a bare right value means (你记错了，是6月13号; 我姓陈不姓程): by the shape that dates, numbers and names have.
import type { Fact, Facts } from "../schema/fact.ts";
import { asTyped, simplify } from "../schema/simplified.ts";
import { isOpen, saidAt } from "./fact-same.ts";
import { dateValue } from "./fact-value.ts";

type Shape = "date" | "number" | "age";

const age = /^(?:今年)?\d{1,3}(?:岁|周岁| years? old)?$/i;
const number = /^[\d\s()+-]{3,}$/;

function shapeOf(value: unknown): Shape | undefined {
  const text = String(value ?? "").trim();
  if (/^lunar:/.test(text) || dateValue(text) !== undefined || /^(?:\d{4}-)?\d\d-\d\d$/.test(text))
    return "date";
  if (age.test(simplify(text))) return "age";
  return number.test(text) ? "number" : undefined;
}

/**
 * The open fact that a value of the same shape was told of last, where one was; undefined where the value has no such shape or
 * two facts were told at that moment.
 */
export function factOfShape(facts: Facts, right: string): Fact | undefined {
  const shape = shapeOf(right);
  if (shape === undefined) return undefined;
  const alike = facts
    .filter((fact) => isOpen(fact) && shapeOf(fact.value) === shape)
    .toSorted((a, b) => saidAt(b) - saidAt(a));
  const [last, other] = alike;
  return last !== undefined && (other === undefined || saidAt(other) < saidAt(last)) ? last : undefined;
}

const surname = /姓(\p{Script=Han}{1,2}?)(?=$|[，,。不而啊呀的！!\s])/u;
const wholeName = /(?:叫|名字(?:是|叫))(\p{Script=Han}{2,4})(?=$|[，,。啊呀的！!\s])/u;

/** The right name of words that correct a surname: 陈飞 of 我姓陈不姓程 beside 程飞; undefined where they name none. */
export function renamed(facts: Facts, words: string): { fact: Fact; name: string } | undefined {
  const said = simplify(words);
  const family = surname.exec(said)?.[1];
  const fact = facts.find((one) => one.key === "name" && isOpen(one));
  const old = String(fact?.value ?? "");
  if (family === undefined || fact === undefined || !/^\p{Script=Han}{2,4}$/u.test(old)) return undefined;
  const whole = wholeName.exec(said)?.[1];
  const name = whole?.startsWith(family) ? whole : `${family}${old.slice(old.length > 3 ? 2 : 1)}`;
  if (simplify(name) === simplify(old)) return undefined;
  return { fact, name: asTyped(name, said, words) };
}
