// Divides the beginning of the text into tokens for the eye.

import type { Client } from "./client.js";
import { someCut } from "./cut.js";
import type { Pieces } from "./state.js";

/** More would take longer to draw than anyone reads. */
export const mostPieces = 2000;

/** Enough text for that many tokens of nearly any kind. */
const mostUnits = 24_000;

/** The tokens of the beginning of a text, at most `mostPieces`. */
export async function divide(client: Client, text: string, model: string, signal: AbortSignal): Promise<Pieces> {
  const head = text.length <= mostUnits ? text : text.slice(0, someCut(text, mostUnits));
  const { ids, ends, encoding } = await client.call(
    "tokens.encode",
    { text: head, ends: true, ...(model === "" ? {} : { model }) },
    { signal },
  );
  const offsets = ends ?? [];
  if (ids.length <= mostPieces) return { encoding, text: head, ids, ends: offsets, complete: head.length === text.length };

  let last = mostPieces;
  // Do not end inside a character: its last token is the one that moves on.
  while (last > 1 && offsets[last - 1] === offsets[last - 2]) last--;
  return { encoding, text: head, ids: ids.slice(0, last), ends: offsets.slice(0, last), complete: false };
}
