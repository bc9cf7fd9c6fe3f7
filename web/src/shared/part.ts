// Parts of the page that the first paint can do without. One script has them all
// (app/later.tsx): it is fetched when the page has come to rest, or as soon as somebody
// wants a part. Until then a part draws nothing.

import { signal } from "@preact/signals";
import { type ComponentChildren, type FunctionComponent, h } from "preact";
import { useEffect } from "preact/hooks";
import { text } from "../text/en.js";
import { say } from "./toast.js";

let fetchParts: () => Promise<void> = () => Promise.reject(new Error("nobody has said where the parts are"));
let fetching: Promise<void> | undefined;

/** Says how the parts are fetched. */
export function partsCome(how: () => Promise<void>): void {
  fetchParts = how;
}

/** Fetches the parts, if nobody has; fails if they cannot be had, and the next one tries again. */
export function fetched(): Promise<void> {
  fetching ??= fetchParts().catch((error: unknown) => {
    fetching = undefined;
    throw error;
  });
  return fetching;
}

/** Fetches the parts because the reader wants one; resolves to whether it is there. */
export async function wanted(): Promise<boolean> {
  try {
    await fetched();
    return true;
  } catch {
    say(text.later.failed);
    return false;
  }
}

export interface Part<P> {
  (props: P): ComponentChildren;
  /** Says what draws the part from now on. */
  fill(draw: FunctionComponent<P>): void;
}

/** The place of a part. It has the parts fetched when it is first drawn, unless it waits until others do. */
export function part<P extends object>({ waits = false } = {}): Part<P> {
  const drawn = signal<FunctionComponent<P> | null>(null);
  const place = (props: P): ComponentChildren => {
    const draw = drawn.value;
    useEffect(() => {
      if (draw === null && !waits) void wanted();
    }, []);
    return draw === null ? null : h(draw, props);
  };
  return Object.assign(place, { fill: (draw: FunctionComponent<P>) => void (drawn.value = draw) });
}

/** What a part does, rather than draws; null if it cannot be had, which is said. */
export function errand<F>(): { fill(does: F): void; get(): Promise<F | null> } {
  let there: F | null = null;
  return {
    fill: (does) => void (there = does),
    get: async () => ((await wanted()) ? there : null),
  };
}
