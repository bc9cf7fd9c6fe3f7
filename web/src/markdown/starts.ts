// How blocks begin, by the words of a line.

import type { Fence, Formula, Heading, Rule } from "./drafts.js";
import { openingOf } from "./formula.js";

const heading = /^(#{1,6})(?:[ \t]+|$)/;
const fence = /^(?:(`{3,})([^`]*)|(~{3,})(.*))$/s;
const rule = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const underline = /^(?:=+|(-+))[ \t]*$/;
const marker = /^(?:([-+*])|(\d{1,9})([.)]))(?=[ \t]|$)/;

/** The block that one line begins, or is. */
export function blockOf(words: string, indent: number, line: number): Heading | Fence | Formula | Rule | null {
  const lines = { from: line, to: line };
  const hashes = heading.exec(words);
  if (hashes !== null) {
    return { kind: "heading", ...lines, level: hashes[1]?.length ?? 1, text: withoutHashes(words.slice(hashes[0].length)) };
  }
  const opened = fence.exec(words);
  if (opened !== null) {
    const [, ticks, info, tildes, note] = opened;
    return { kind: "fence", ...lines, mark: ticks ?? tildes ?? "", indent, info: info ?? note ?? "", lines: [], open: true };
  }
  const formula = openingOf(words);
  if (formula !== null) return { kind: "formula", ...lines, closer: formula.closer, lines: [words], open: !formula.whole };
  return rule.test(words) ? { kind: "rule", ...lines } : null;
}

const fold = /^<details( open)?>[ \t]*(?:<summary>(.*?)<\/summary>[ \t]*)?$/i;
const summary = /^<summary>(.*?)<\/summary>[ \t]*$/i;
const foldEnd = /^<\/details>[ \t]*$/i;

/** What a line begins that folds what follows; null if it is no such line. */
export function foldOf(words: string): { summary: string | null; unfolded: boolean } | null {
  const found = fold.exec(words);
  return found === null ? null : { summary: found[2] ?? null, unfolded: found[1] !== undefined };
}

/** The summary that a line is; null if it is none. */
export function summaryOf(words: string): string | null {
  return summary.exec(words)?.[1] ?? null;
}

export function endsFold(words: string): boolean {
  return foldEnd.test(words);
}

/** A heading may end as it begins. */
function withoutHashes(text: string): string {
  const line = text.trim();
  let end = line.length;
  while (end > 0 && line[end - 1] === "#") end--;
  if (end > 0 && line[end - 1] !== " " && line[end - 1] !== "\t") return line;
  return line.slice(0, end).trimEnd();
}

/** Whether a line ends the fence that `mark` began. */
export function closesFence(words: string, mark: string): boolean {
  const line = words.trimEnd();
  return line.startsWith(mark) && line === mark.charAt(0).repeat(line.length);
}

/** The level of the heading that this line underlines; 0 if it is no such line. */
export function levelOf(words: string): number {
  const line = underline.exec(words);
  return line === null ? 0 : line[1] === undefined ? 1 : 2;
}

export interface Marker {
  length: number;
  /** Items of one list have the same. */
  mark: string;
  start: number | null;
}

/** The marker of an item. A number in the middle of a paragraph may belong to a sentence, so only 1 begins a list there. */
export function markerOf(words: string, inParagraph: boolean): Marker | null {
  const found = marker.exec(words);
  if (found === null) return null;
  const [sign, bullet, digits, end = ""] = found;
  const start = digits === undefined ? null : Number(digits);
  if (inParagraph && ((start ?? 1) !== 1 || words.slice(sign.length).trim() === "")) return null;
  return { length: sign.length, mark: bullet ?? end, start };
}
