// What the views call a companion, and the language in which it speaks.
import type { Language } from "../src/schema/common.ts";
import { usePage } from "./page-state.ts";

/** `name` is "" before the list is read. */
export function useCompanion(id: string): { name: string; spoken: Language | undefined } {
  const { contacts } = usePage();
  const found = contacts.list.value.find((one) => one.user_id === id);
  return { name: found?.name ?? "", spoken: found?.language };
}
