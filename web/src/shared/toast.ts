// A sentence that passes, with a way back for as long as it is there.

import { effect, signal } from "@preact/signals";
import { session } from "./route.js";

export interface Toast {
  words: string;
  /** What takes it back, if it can be. */
  undo?: (() => void) | undefined;
  /** What is done when it can no longer be taken back. */
  done?: (() => void) | undefined;
  /** The chat that it speaks of as the one that is shown. */
  chat?: string | null;
}

export const toast = signal<Toast | null>(null);

/** How long a toast stays, in milliseconds; longer while it is pointed at. */
export const stay = 12_000;

export function say(words: string, undo?: () => void, done?: () => void): void {
  toast.value = { words, undo, done };
}

/** Says something of the chat that is shown, for as long as it is. */
export function sayHere(words: string, undo?: () => void): void {
  toast.value = { words, undo, chat: session.peek() };
}

effect(() => {
  const now = session.value;
  const { chat } = toast.peek() ?? {};
  if (chat !== undefined && chat !== now) toast.value = null;
});

/** Takes back what the toast says. */
export function takeBack(): void {
  const said = toast.peek();
  if (said === null) return;
  delete said.done;
  toast.value = null;
  said.undo?.();
}

let shown: Toast | null = null;
effect(() => {
  const before = shown;
  shown = toast.value;
  // Another sentence is there, or none: nobody can take back what this one said.
  if (before !== shown) queueMicrotask(() => before?.done?.());
});
