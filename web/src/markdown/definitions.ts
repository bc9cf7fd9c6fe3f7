import { afterGap, destinationAt, titleAt } from "./destination.js";
import { type Note, labelOf } from "./tree.js";

const label = /^\[((?:[^[\]\\]|\\[^])+)\]:[ \t]*\n?[ \t]*/;
const blank = /[ \t]*(?:\n|$)/y;

/**
 * Hands over the reference definitions that a paragraph begins with and returns the
 * rest of it. A label that begins with ^ is a footnote's: see notesOf.
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

const note = /^\[\^([^\]\s^]{1,40})\]:[ \t]*/;

/** The footnotes that a paragraph is made of, each from its label to the next; null if it is none. */
export function notesOf(text: string): Note[] | null {
  if (!note.test(text)) return null;
  const notes: Note[] = [];
  for (const line of text.split("\n")) {
    const found = note.exec(line);
    const last = notes.at(-1);
    if (found !== null) notes.push({ label: found[1] ?? "", text: line.slice(found[0].length) });
    else if (last !== undefined) last.text += `\n${line}`;
  }
  return notes;
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
