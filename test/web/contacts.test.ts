// The list of companions on a slow line: what comes late never puts back what happened meanwhile.
import { describe, expect, it } from "vitest";
import { type Contacts, createContacts } from "../../web/contacts.ts";
import type { AiUser } from "../../web/shapes.ts";

function somebody(user_id: string, last?: { content: string; timestamp: number }): AiUser {
  return {
    user_id,
    name: user_id,
    language: "zh",
    bond: { kind: "朋友" },
    level: "一般",
    last_message: last === undefined ? null : { ...last, role: "assistant" },
  };
}

type Asked = { path: string; answer: (value: unknown) => Promise<void> };

/** A list whose questions are answered when the test says so. */
function made(isOpen = true): { contacts: Contacts; asked: Asked[] } {
  const asked: Asked[] = [];
  const api = {
    json: <T>(path: string) =>
      new Promise<T>((resolve) => {
        asked.push({
          path,
          answer: async (value) => {
            resolve(value as T);
            await new Promise(setImmediate);
          },
        });
      }),
  };
  return { contacts: createContacts(api, () => isOpen), asked };
}

/** The text of a companion's last message, as the list shows it. */
const lastOf = ({ list }: Contacts, user_id: string) =>
  list.value.find((one) => one.user_id === user_id)?.last_message?.content;

const said = (message_id: string, content: string, timestamp: number) => ({
  event: "bubble" as const,
  data: { message_id, index: 0, content, delay_ms: 0, timestamp },
});

describe("a list that comes late", () => {
  it("keeps what was said while it was on its way, and takes what the server has when nothing was", async () => {
    const { contacts, asked } = made();
    const before = { ai_users: [somebody("yu", { content: "早", timestamp: 1 })] };
    const first = contacts.load();
    await asked[0]?.answer(before);
    await first;
    const second = contacts.load();
    contacts.apply("yu", said("m2", "带伞了吗", 2));
    await asked[1]?.answer(before);
    await second;
    expect(lastOf(contacts, "yu")).toBe("带伞了吗");
    // It was deleted elsewhere since.
    const third = contacts.load();
    await asked[2]?.answer(before);
    await third;
    expect(lastOf(contacts, "yu")).toBe("早");
  });

  it("does not win over a newer one", async () => {
    const { contacts, asked } = made();
    const older = contacts.load();
    const newer = contacts.load();
    await asked[1]?.answer({ ai_users: [somebody("yu"), somebody("mira")] });
    await asked[0]?.answer({ ai_users: [somebody("yu")] });
    await Promise.all([older, newer]);
    expect(contacts.list.value.map((one) => one.user_id)).toEqual(["yu", "mira"]);
    expect(contacts.phase.value).toBe("ready");
  });

  it("is asked for again where somebody came or went meanwhile", async () => {
    const { contacts, asked } = made();
    const loading = contacts.load();
    contacts.take(somebody("mira"));
    await asked[0]?.answer({ ai_users: [somebody("yu")] });
    expect(contacts.list.value.map((one) => one.user_id)).toEqual(["mira"]);
    await asked[1]?.answer({ ai_users: [somebody("yu"), somebody("mira")] });
    await loading;
    expect(contacts.list.value.map((one) => one.user_id)).toEqual(["yu", "mira"]);
  });

  it("is nobody's once the session is over", async () => {
    const { contacts, asked } = made();
    const loading = contacts.load();
    contacts.clear();
    await asked[0]?.answer({ ai_users: [somebody("yu")] });
    await loading;
    expect(contacts.list.value).toEqual([]);
    expect(contacts.phase.value).toBe("idle");
  });

  it("does not end the typing that began meanwhile", async () => {
    const { contacts, asked } = made();
    const loading = contacts.load();
    contacts.apply("yu", { event: "reply-start", data: { reply_id: "r1" } });
    await asked[0]?.answer({ ai_users: [somebody("yu")] });
    await loading;
    expect([...contacts.typing.value]).toEqual(["yu"]);
  });
});

it("a companion that is saved keeps the words that came since it was read", () => {
  const { contacts } = made();
  contacts.take(somebody("yu", { content: "早", timestamp: 1 }));
  contacts.apply("yu", said("m2", "带伞了吗", 2));
  contacts.take({ ...somebody("yu", { content: "早", timestamp: 1 }), name: "小雨" });
  expect([contacts.list.value[0]?.name, lastOf(contacts, "yu")]).toEqual(["小雨", "带伞了吗"]);
});

it("what comes in while the unseen is counted is counted too", async () => {
  const { contacts, asked } = made(false);
  contacts.take(somebody("yu", { content: "早", timestamp: 1 }));
  const loading = contacts.load();
  const unseen = [2, 3].map((at) => ({ role: "assistant", content: "在吗", timestamp: at }));
  await asked[0]?.answer({ ai_users: [somebody("yu", { content: "在吗", timestamp: 2 })] });
  contacts.apply("yu", said("m3", "带伞了吗", 3));
  await asked[1]?.answer({ messages: unseen.slice(0, 1), more: false });
  await asked[2]?.answer({ messages: unseen, more: false });
  await loading;
  expect(contacts.unread.value.yu).toBe(2);
});

it("what is seen while the unseen is counted is not put back", async () => {
  const { contacts, asked } = made(false);
  contacts.take(somebody("yu", { content: "早", timestamp: 1 }));
  const loading = contacts.load();
  await asked[0]?.answer({ ai_users: [somebody("yu", { content: "在吗", timestamp: 2 })] });
  contacts.seen("yu");
  await asked[1]?.answer({ messages: [{ role: "assistant", content: "在吗", timestamp: 2 }], more: false });
  await loading;
  expect(contacts.unread.value.yu ?? 0).toBe(0);
});
