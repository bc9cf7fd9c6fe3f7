// Which tag the list is narrowed to, and which chats the sheet of tags is about.

import { signal } from "@preact/signals";
import type { Session } from "../core/protocol.gen.js";

/** The tag that the list is narrowed to; null shows all chats. */
export const chosenTag = signal<string | null>(null);

/** The chats whose tags the sheet shows. */
export const taggedNow = signal<readonly Session[]>([]);

export function isSameTag(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

export function hasTag({ tags = [] }: Session, tag: string): boolean {
  return tags.some((other) => isSameTag(other, tag));
}
