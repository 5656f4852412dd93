// Any sequence of appends, imports, changes, hand edits and restarts gives what a list in memory would give.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Message } from "../../src/schema/message.ts";
import type { CompanionLog } from "../../src/store/log.ts";
import { type Bench, bench, everything, isOurForm } from "./log-fixture.ts";
import { day, idsOf, november, say } from "./log-fixture-messages.ts";

type Step =
  | { do: "append"; later: number; count: number }
  | { do: "merge"; given: { id: number; ago: number }[] }
  | { do: "edit" | "remove" | "hand-edit" | "hand-remove" | "hand-add" | "hand-cut"; at: number }
  | { do: "restart"; torn: boolean }
  | { do: "close" };

const at = fc.nat({ max: 10_000 });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant("append" as const),
        later: fc.nat({ max: 20 * day }),
        count: fc.integer({ min: 1, max: 3 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant("merge" as const),
        given: fc.array(fc.record({ id: fc.nat({ max: 40 }), ago: fc.nat({ max: 90 * day }) }), {
          maxLength: 6,
        }),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constantFrom("edit", "remove", "hand-edit", "hand-remove", "hand-add", "hand-cut"),
        at,
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("restart" as const), torn: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("close" as const) }) },
  ),
  { maxLength: 16 },
) as fc.Arbitrary<Step[]>;

/** The model: one list in the order of time, and a counter for ids and texts. */
type World = Bench & { log: CompanionLog; said: Message[]; made: number };

function insertByTime(said: Message[], message: Message): void {
  const before = said.findIndex((other) => other.timestamp > message.timestamp);
  said.splice(before < 0 ? said.length : before, 0, message);
}

async function change(world: World, step: Step): Promise<void> {
  const { said } = world;
  switch (step.do) {
    case "append": {
      world.clock.now += step.later;
      const messages = Array.from({ length: step.count }, () => say(`a${++world.made}`, world.clock.now));
      await world.log.append(messages);
      said.push(...messages);
      return;
    }
    case "merge": {
      const given = step.given.map(({ id, ago }) => say(`i${id}`, world.clock.now - ago));
      const known = new Set(idsOf(said));
      const wanted = given.filter(({ message_id }) => !known.has(message_id) && known.add(message_id));
      expect(await world.log.merge(given)).toEqual({
        added: wanted.length,
        skipped: given.length - wanted.length,
      });
      for (const message of [...wanted].sort((a, b) => a.timestamp - b.timestamp))
        insertByTime(said, message);
      return;
    }
    case "edit":
    case "remove": {
      const index = step.at % Math.max(said.length, 1);
      const target = said[index];
      if (!target) return;
      const edited = { ...target, content: `改 ${++world.made}` };
      const edit = step.do === "edit";
      await world.log.rewrite(edit ? { edit: [edited] } : { remove: [target.message_id] }, async (edits) => {
        expect(edits).toHaveLength(1);
      });
      said.splice(index, 1, ...(edit ? [edited] : []));
      return;
    }
    case "restart":
      world.log = world.open();
      if (step.torn) await tear(world);
      return;
    case "close":
      await world.log.close();
      return;
    default:
      await editByHand(world, step);
  }
}

async function tear(world: World): Promise<void> {
  if (!(await world.disk().stamp("conversation.json"))) return;
  const text = await world.text();
  const torn = say("never-acknowledged");
  const separator = text === "[\n]" ? "\n" : ",\n";
  await world.write(text.slice(0, -2) + separator + JSON.stringify(torn).slice(0, 40 + (world.made % 30)));
}

/** The owner in an editor, on the present file or an older one, with everything read before, as while the server runs. */
async function editByHand(world: World, step: { do: string; at: number }): Promise<void> {
  await everything(world.log);
  const names = (await world.log.files()).map((file) => file.name);
  const name = names[step.at % Math.max(names.length, 1)];
  if (name === undefined) return;
  const lines = JSON.parse(await world.text(name)) as Message[];
  const index = step.at % Math.max(lines.length, 1);
  const target = lines[index];
  if (!target) return;
  const place = world.said.findIndex((message) => message.message_id === target.message_id);
  let saved = lines;
  if (step.do === "hand-edit") {
    const edited = { ...target, content: `手改 ${++world.made}` };
    saved = lines.with(index, edited);
    world.said[place] = edited;
  } else if (step.do === "hand-remove" && index < lines.length - 1) {
    saved = lines.toSpliced(index, 1);
    world.said.splice(place, 1);
  } else if (step.do === "hand-add") {
    const added = say(`h${++world.made}`, target.timestamp);
    saved = lines.toSpliced(index + 1, 0, added);
    world.said.splice(place + 1, 0, added);
  } else if (step.do === "hand-cut") saved = lines.slice(0, index);
  await world.write(JSON.stringify(saved, null, step.at % 3), name);
}

async function check(world: World, log: CompanionLog): Promise<void> {
  const { said } = world;
  expect(await everything(log)).toEqual(said);
  expect(await log.tail(4)).toEqual(said.slice(-4));
  const middle = said[said.length >> 1];
  if (!middle) return;
  const half = said.indexOf(middle);
  expect(idsOf(await log.page({ before: middle.message_id, limit: 3 }))).toEqual(
    idsOf(said.slice(Math.max(0, half - 3), half)),
  );
  expect(idsOf(await log.page({ after: middle.message_id, limit: 3 }))).toEqual(
    idsOf(said.slice(half + 1, half + 4)),
  );
  expect(await log.find(middle.message_id)).toEqual(middle);
  expect((await log.topics())[0]?.message_count).toBe(said.length);
}

test.each([
  ["in memory, many times", "memory", 250],
  ["on the real disk, a few times", "folder", 12],
] as const)(
  "every sequence of changes gives what a list in memory gives: %s",
  async (_name, kind, numRuns) => {
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (sequence, tight) => {
        const made = await bench(kind);
        const world: World = { ...made, log: made.open(), said: [], made: 0 };
        world.clock.now = november;
        for (const step of sequence) {
          await change(world, step);
          await check(world, world.log);
        }
        await check(world, world.open(tight ? { room: 1 } : {}));
        for (const file of await world.open().files())
          expect(isOurForm(await world.text(file.name))).toBe(true);
      }),
      { numRuns, seed: 20_261_115 },
    );
  },
);

test("every message comes back as it was said", async () => {
  const odd = fc.record({
    content: fc.string({ unit: "binary", maxLength: 40 }),
    timestamp: fc.double({ min: 0, max: 4e9, noNaN: true }),
    note: fc.jsonValue({ maxDepth: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(odd, { minLength: 1, maxLength: 5 }), async (said) => {
      const { open } = await bench("memory");
      const messages = said.map((more, index) => say(`m${index}`, more.timestamp, more));
      await open().append(messages);
      // JSON has no -0.
      expect(await open().tail(9)).toEqual(JSON.parse(JSON.stringify(messages)));
    }),
    { numRuns: 60, seed: 20_261_115 },
  );
});
