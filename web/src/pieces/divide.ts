// Divides the beginning of the text into tokens for the eye.

import { effect } from "@preact/signals";
import { someCut } from "../composer/cut.js";
import { countedFor, counting, written } from "../composer/state.js";
import { type Client, CoreError } from "../core/client.js";
import { piecesShown } from "../shared/layout.js";
import { type Pieces, pieces } from "./pieces.js";

/** How long the keyboard rests before the text is divided anew, in milliseconds. */
const rest = 120;

/** More would take longer to draw than anyone reads. */
const mostPieces = 2000;

/** Enough text for that many tokens of nearly any kind. */
const mostUnits = 24_000;

/** The tokens of the beginning of a text, at most `mostPieces`. */
async function divide(client: Client, text: string, model: string, signal: AbortSignal): Promise<Pieces> {
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

/** Divides the text whenever it, or the model, has rested for a moment. */
export function keepDivided(client: Client): void {
  effect(() => {
    const whole = written.value;
    const name = countedFor.value;
    if (!piecesShown.value || !counting.value || whole === "") {
      pieces.value = null;
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      divide(client, whole, name, abort.signal).then(
        (divided) => {
          if (!abort.signal.aborted) pieces.value = divided;
        },
        (error: unknown) => {
          // The count fails for the same reason, and says so.
          if (!(error instanceof CoreError)) throw error;
        },
      );
    }, rest);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  });
}
