// What the worker that reads code and the page say to each other. Of the text only
// lengths come back: whatever the worker makes of it, the page shows its own.

import type { Language } from "./languages.js";

/** The few things that are told apart; the first is everything else. */
export const colours = ["plain", "word", "value", "remark", "added", "removed"] as const;
export type Colour = (typeof colours)[number];

/** Runs of one colour after another: how many characters, and which colour. */
export type Row = Uint32Array;

export interface Asked {
  id: number;
  language: Language;
  text: string;
}

export type Told = { kind: "ready" } | { kind: "row"; id: number; row: Row | null };
