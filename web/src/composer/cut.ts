import { splitsPair } from "./edit.js";

const letter = /\p{L}/u;
const letterOrDigit = /[\p{L}\p{N}]/u;

/**
 * The last place in text, above `from` and up to `to`, where it can be cut without
 * changing its tokens, or -1. In both encodings a token lies within one piece of the split
 * pattern, and a piece always begins at the space between two words and at the
 * letter or digit that begins a line.
 */
export function lastCut(text: string, from: number, to: number): number {
  for (let at = Math.min(to, text.length - 1); at > from; at--) {
    const before = text[at - 1] ?? "";
    const here = text[at] ?? "";
    if (before === "\n" && letterOrDigit.test(here)) return at;
    if (here === " " && letter.test(before) && letter.test(text[at + 1] ?? "")) return at;
  }
  return -1;
}

/** As lastCut, but where there is no such place it cuts at the limit, between two characters. */
export function someCut(text: string, limit: number): number {
  const at = lastCut(text, 0, limit);
  if (at > 0) return at;
  return splitsPair(text, limit) ? limit - 1 : limit;
}
