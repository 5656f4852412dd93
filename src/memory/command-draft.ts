// What the person asks of the memory, as read from a message (A212, A213, A219–A223).

/** The kinds of spoken commands and what each names, in the person's own words. */
export type CommandKind =
  | { kind: "remember"; statement: string }
  | { kind: "update"; statement: string }
  /** `wrong`: what is remembered falsely; `right`: what is so. Neither: something just said was wrong. */
  | { kind: "correct"; wrong?: string; right?: string }
  | { kind: "forget"; what: string }
  /** `what` is empty where the subject of the talk is meant. */
  | { kind: "suppress"; what: string }
  | { kind: "ask_about_me" }
  | { kind: "call_me"; name: string };

/** A command with the characters of its sentence that said it. */
export type Draft = { command: CommandKind; from: number; to: number };
