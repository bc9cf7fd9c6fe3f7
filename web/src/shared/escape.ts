// Escape closes what was opened last, and stops an answer when nothing is open.

const closers: (() => boolean)[] = [];

/** Registers what Escape may close; it returns whether there was something. */
export function onEscape(close: () => boolean): () => void {
  closers.push(close);
  return () => closers.splice(closers.indexOf(close), 1);
}

/** Closes what is open on top; returns false if nothing is. */
export function closeTop(): boolean {
  return [...closers].reverse().some((close) => close());
}
