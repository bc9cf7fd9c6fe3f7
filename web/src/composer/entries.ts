// What can be chosen from the list above the composer, and which of it fits what is written.

import type { IconNode } from "lucide";
import type { Shortcut } from "../shared/keys.js";

/** What can be chosen from the list above the composer. */
export interface Entry {
  key: string;
  label: string;
  icon: IconNode;
  act(): void;
  /** Other words by which it is found. */
  also?: string;
  /** What stands at the end of its line. */
  note?: string;
  /** The shortcut that does the same. */
  shortcut?: Shortcut;
}

/** What the composer itself does. */
export interface Own {
  pickFiles(): void;
  askForModel(): void;
}

/**
 * Those that fit what is written: first what begins with it, then what has each of its words
 * at the beginning of one of its own.
 */
export function matching(all: readonly Entry[], query: string): Entry[] {
  const sought = query.toLocaleLowerCase();
  const parts = sought.split(/\s+/);
  if (parts[0] === "" && parts.length > 1) return [];
  const begins = (entry: Entry) => entry.label.toLocaleLowerCase().startsWith(sought);
  const fits = ({ label, also: more = "" }: Entry) => {
    const own = `${label} ${more}`.toLocaleLowerCase();
    const starts = Array.from(own.matchAll(/[\p{L}\p{N}]+/gu), ({ index }) => index);
    return parts.every((part) => starts.some((at) => own.startsWith(part, at)));
  };
  return [...all.filter(begins), ...all.filter((entry) => !begins(entry) && fits(entry))];
}
