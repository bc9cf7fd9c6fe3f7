import { useSignal, useSignalEffect } from "@preact/signals";
import { count, total, written } from "../state.js";
import { text } from "../text/en.js";

/** A pause this long means that the writer looks up, in milliseconds. */
const pause = 1200;

/** Tells a screen reader the count once the writer pauses, and never at each key. */
export function Announcer() {
  const said = useSignal("");
  useSignalEffect(() => {
    void written.value; // a key is no pause, whether it changes the count or not
    const tokens = total.value;
    const estimate = count.value?.estimate ?? false;
    if (tokens === null || tokens === 0) return;
    const timer = setTimeout(() => (said.value = text.count.tokens(tokens, estimate)), pause);
    return () => clearTimeout(timer);
  });
  return (
    <p class="aside" role="status">
      {said.value}
    </p>
  );
}
