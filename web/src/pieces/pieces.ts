// The beginning of the draft, divided into tokens.

import { signal } from "@preact/signals";
import type { Decoded, Encoded } from "../core/protocol.gen.js";

/** The tokens of the beginning of the text. */
export interface Pieces {
  encoding: Encoded["encoding"];
  text: string;
  ids: readonly number[];
  /** Where each token ends in `text`, in UTF-16 units. */
  ends: readonly number[];
  /** False if `text` goes on after the last token shown. */
  complete: boolean;
}

export const pieces = signal<Pieces | null>(null);

/** Tells what one token says. */
export type Decode = (id: number, signal: AbortSignal) => Promise<Decoded>;
