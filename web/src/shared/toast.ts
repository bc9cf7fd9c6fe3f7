// A sentence that passes, with a way back for as long as it is there.

import { signal } from "@preact/signals";

export interface Toast {
  words: string;
  /** What takes it back, if it can be. */
  undo?: (() => void) | undefined;
}

export const toast = signal<Toast | null>(null);

/** How long a toast stays, in milliseconds; longer while it is pointed at. */
export const stay = 12_000;

export function say(words: string, undo?: () => void): void {
  toast.value = { words, undo };
}
