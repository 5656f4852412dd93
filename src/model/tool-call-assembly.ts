// Puts the pieces of streamed tool calls together, however a provider cuts or numbers them (cases tool-calls).
import type { ToolCall } from "./models.ts";

type Piece = { index?: unknown; id?: unknown; function?: { name?: unknown; arguments?: unknown } | null };
type Draft = { index: number; id: string; name: string; arguments: string };

export type ToolCallAssembly = {
  /** The `tool_calls` of one chunk or of a whole message. Anything that is no piece of a call is passed over. */
  add(pieces: unknown): void;
  /** The calls in the order in which they began. Blank arguments are "{}"; unparsable ones stay as they are. */
  calls(): ToolCall[];
};

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : value === null || value === undefined ? "" : JSON.stringify(value);

/**
 * Starts an empty assembly. Pieces are joined by index; a new id under an index that is taken begins a new call (C066);
 * without an index the id decides, without both the last call goes on. Two calls never leave with the same id.
 */
export function createToolCallAssembly(): ToolCallAssembly {
  const drafts: Draft[] = [];

  function draftFor(piece: Piece, id: string, name: string): Draft {
    const byId = id === "" ? undefined : drafts.findLast((draft) => draft.id === id);
    const index = typeof piece.index === "number" ? piece.index : undefined;
    const byIndex = index === undefined ? undefined : drafts.findLast((draft) => draft.index === index);
    // Under one index an unnamed draft may still get its id; a draft with another id is another call.
    if (byIndex && (id === "" || byIndex.id === "" || byIndex.id === id)) return byIndex;
    if (byId && (index === undefined || byId.index === index)) return byId;
    if (index === undefined && id === "" && name === "" && drafts.length > 0) return drafts.at(-1) as Draft;
    const draft: Draft = { index: index ?? drafts.length, id: "", name: "", arguments: "" };
    drafts.push(draft);
    return draft;
  }

  return {
    add(pieces) {
      if (!Array.isArray(pieces)) return;
      for (const piece of pieces as (Piece | null)[]) {
        if (typeof piece !== "object" || piece === null) continue;
        const id = typeof piece.id === "string" ? piece.id : "";
        const name = textOf(piece.function?.name);
        const draft = draftFor(piece, id, name);
        draft.id ||= id;
        // Some gateways repeat the whole name in every piece, others cut it.
        if (name !== draft.name) draft.name += name;
        draft.arguments += textOf(piece.function?.arguments);
      }
    },
    calls() {
      const taken = new Set<string>();
      return drafts
        .filter((draft) => draft.name !== "")
        .map((draft, place) => {
          let id = draft.id || `call_${place + 1}`;
          while (taken.has(id)) id = `${id}_${place + 1}`;
          taken.add(id);
          const given = draft.arguments.trim();
          return { id, name: draft.name, arguments: given === "" ? "{}" : given };
        });
    },
  };
}
