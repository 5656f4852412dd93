// What the person asks of the memory, as read from a message (A212, A213, A219–A223).

/** The kinds of spoken commands and what each names, in the person's own words. */
export type CommandKind =
  | { kind: "remember"; statement: string }
  | { kind: "update"; statement: string }
  /** `wrong`: what is remembered falsely; `right`: what is so. Neither: something just said was wrong. `ended`: it was so, and is no longer. `key`: what is spoken of, where a verb tells. */
  | { kind: "correct"; wrong?: string; right?: string; ended?: true; key?: string }
  | { kind: "forget"; what: string }
  /** `what` is empty where the subject of the talk is meant. */
  | { kind: "suppress"; what: string }
  /** What was not to be brought up may be spoken of again. */
  | { kind: "allow"; what: string }
  | { kind: "ask_about_me" }
  | { kind: "call_me"; name: string }
  /** A name that the person is not to be called by any more. */
  | { kind: "not_call_me"; name: string };

/** A command with the characters of its sentence that said it. */
export type Draft = { command: CommandKind; from: number; to: number };
