import { afterGap, destinationAt, titleAt } from "./destination.js";
import { labelOf } from "./tree.js";

const label = /^\[((?:[^[\]\\]|\\[^])+)\]:[ \t]*\n?[ \t]*/;
const blank = /[ \t]*(?:\n|$)/y;

/**
 * Hands over the reference definitions that a paragraph begins with and returns the
 * rest of it. A label that begins with ^ is a footnote's, and stays text.
 */
export function takeDefinitions(text: string, define: (label: string, address: string) => void): string {
  while (text.startsWith("[") && !text.startsWith("[^")) {
    const head = label.exec(text);
    if (head === null || head[1] === undefined || head[1].length > 999 || head[1].trim() === "") break;
    const found = destinationAt(text, head[0].length);
    if (found === null || (found.address === "" && text[head[0].length] !== "<")) break;
    const end = endOf(text, found.end);
    if (end < 0) break;
    define(labelOf(head[1]), found.address);
    text = text.slice(end);
  }
  return text;
}

/** Where a definition ends whose address ends here: after a title, if that is all of its line. */
function endOf(text: string, addressEnd: number): number {
  const next = afterGap(text, addressEnd);
  const titleEnd = next > addressEnd ? titleAt(text, next) : -1;
  if (titleEnd >= 0) {
    const end = lineEnd(text, titleEnd);
    if (end >= 0) return end;
  }
  return lineEnd(text, addressEnd);
}

function lineEnd(text: string, at: number): number {
  blank.lastIndex = at;
  return blank.test(text) ? blank.lastIndex : -1;
}
