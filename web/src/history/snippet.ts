// What a search shows of a message: its words, without the signs of Markdown around them.

import type { Span } from "../core/protocol.gen.js";

/**
 * Signs that say how something looks, and nothing else: fences with their language, marks of
 * headings, quotes and tables, what stands around code and emphasis, addresses of links, tags.
 * A snippet is one line, so that what began a line stands after a space.
 */
const signs =
  /```+[\w+-]*|~~~+|(?<=^|\s)#{1,6}(?=\s)|(?<=^|\s)>+(?=\s)|\|[\s|:-]*\||\||`+|\*{1,3}(?=\S)|(?<=\S)\*{1,3}|(?<![\p{L}\p{N}])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\p{N}])|~~|!?\[(?=[^\]]*\]\()|\]\([^)\s]*\)?|<\/?[A-Za-z][^<>]*>/gu;

/** The spans of a snippet without such signs. What matches keeps its mark. */
export function withoutMarkup(spans: readonly Span[]): Span[] {
  const all = spans.map(({ text }) => text).join("");
  /** Which of the characters go. */
  const gone = new Uint8Array(all.length);
  for (const { 0: sign, index } of all.matchAll(signs)) gone.fill(1, index, index + sign.length);
  const plain: Span[] = [];
  let at = 0;
  let spaced = true;
  for (const { text, match } of spans) {
    let left = "";
    for (const character of text) {
      const isGone = gone[at] === 1;
      at += character.length;
      if (isGone) continue;
      const space = /\s/.test(character);
      // What stood between two spaces leaves one.
      if (!(space && spaced)) left += character;
      spaced = space;
    }
    if (left !== "") plain.push({ text: left, ...(match ? { match } : {}) });
  }
  return plain;
}
