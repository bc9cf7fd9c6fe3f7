// Keeps a phone's screen from going dark while an answer is read as it comes.

import { effect } from "@preact/signals";
import { touch } from "../shared/layout.js";
import { answering } from "./turns.js";

export function stayAwake(): void {
  let lock: Promise<WakeLockSentinel | null> | null = null;
  const settle = () => {
    const wanted = answering.peek() && touch.peek() && document.visibilityState === "visible";
    if (wanted && lock === null) {
      // A browser may refuse, such as one that saves its battery; the screen goes dark then.
      lock = navigator.wakeLock.request("screen").catch(() => null);
    } else if (!wanted && lock !== null) {
      void lock.then((held) => held?.release());
      lock = null;
    }
  };
  if (!("wakeLock" in navigator)) return;
  // A page that is hidden has lost it by itself.
  document.addEventListener("visibilitychange", settle);
  effect(() => {
    void answering.value;
    void touch.value;
    settle();
  });
}
