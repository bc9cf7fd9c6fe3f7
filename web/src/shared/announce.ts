// What a screen reader is told beside what it reads by itself.

import { signal } from "@preact/signals";

/** Said when the reader pauses. */
export const polite = signal("");
/** Said at once. */
export const urgent = signal("");

export function announce(words: string): void {
  polite.value = words;
}

export function alarm(words: string): void {
  urgent.value = words;
}
