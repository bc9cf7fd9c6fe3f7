import { useSignal, useSignalEffect } from "@preact/signals";
import { count, counting, written } from "../composer/state.js";
import { polite, urgent } from "../shared/announce.js";
import { piecesShown } from "../shared/layout.js";
import { text } from "../text/en.js";

/** A pause this long means that the writer looks up, in milliseconds. */
const pause = 1200;

/**
 * Tells a screen reader what it cannot see happen: that an answer begins, what it says
 * once it is there, what failed; and the count of the draft, when its tokens are shown
 * and the writer pauses. Never each key, never each token.
 */
export function Announcer() {
  const counted = useSignal("");
  useSignalEffect(() => {
    void written.value; // a key is no pause, whether it changes the count or not
    const tokens = counting.value ? (count.value?.count ?? null) : null;
    const estimate = count.value?.estimate ?? false;
    if (tokens === null || tokens === 0 || !piecesShown.value) return;
    const timer = setTimeout(() => (counted.value = text.count.tokens(tokens, estimate)), pause);
    return () => clearTimeout(timer);
  });
  return (
    <>
      <p class="aside said-count" role="status">
        {counted.value}
      </p>
      <p class="aside said" role="status">
        {polite.value}
      </p>
      <p class="aside said-urgent" aria-live="assertive">
        {urgent.value}
      </p>
    </>
  );
}
