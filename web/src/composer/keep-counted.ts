// Keeps the count of the draft up to date, for the model that answers.

import { effect } from "@preact/signals";
import { CoreError } from "../core/client.js";
import { core, online } from "../core/status.js";
import { model } from "../models/next.js";
import type { Counter } from "./counter.js";
import { countedFor, trouble, written } from "./state.js";

/** Returns what counts the draft at once, as after a failure. */
export function keepCounted(counter: Counter): () => void {
  const update = () => {
    counter.update().then(() => (trouble.value = null), report);
  };
  effect(() => {
    countedFor.value = model.value;
  });
  let failing = "";
  effect(() => {
    void written.value;
    const name = countedFor.value;
    if (core.peek().kind === "stopped") return;
    // What failed for this model is not asked for again at every key.
    if (trouble.peek() !== null && name === failing) return;
    failing = name;
    update();
  });
  effect(() => {
    if (online.value && trouble.peek() !== null) update();
  });
  return update;
}

/** A crash has its own card, and a cancelled request was ours; the rest is said in the status line. */
function report(error: unknown): void {
  if (!(error instanceof CoreError)) throw error;
  if (error.code !== "internal" && error.code !== "cancelled") trouble.value = error.message;
}
