// Where formulas begin and end: $…$, $$…$$, \(…\) and \[…\]. A dollar is money far more
// often than mathematics, so a single one must fit closely around what it encloses.

import { unspaced } from "./emphasis.js";

/** What is longer stays text: no formula that is read by people is. */
export const longestFormula = 3_000;

/** A formula in a text, and where it ends there. */
export interface Found {
  tex: string;
  display: boolean;
  end: number;
}

const letter = /[\p{L}\p{N}]/u;
const space = /\s/;
/** What makes a dollar beside it part of a word, or of a sum. */
const joins = (character: string) => letter.test(character) && !unspaced.test(character);

/** The formula that begins here, if it has an end. */
export function formulaAt(source: string, at: number): Found | null {
  if (source[at] === "\\") return enclosedAt(source, at, source[at + 1] === "[" ? "\\]" : "\\)");
  if (source[at - 1] === "$" || joins(source.charAt(at - 1))) return null;
  if (source[at + 1] !== "$") return inDollarsAt(source, at);
  return source[at + 2] === "$" ? null : enclosedAt(source, at, "$$");
}

/** A formula between two signs of two characters each. */
function enclosedAt(source: string, at: number, closer: string): Found | null {
  const end = closingOf(source, at + 2, closer);
  if (end < 0) return null;
  const tex = source.slice(at + 2, end);
  const inBrackets = closer === "\\]";
  // \[x\] is a box that is ticked, and \[a\](b) a link that is none, in spite of the backslashes.
  if (tex.trim().length < (inBrackets ? 2 : 1) || (inBrackets && source[end + 2] === "(")) return null;
  return { tex, display: closer !== "\\)", end: end + 2 };
}

/** The next dollar decides: "$5 and $10" has no formula, whatever follows. */
function inDollarsAt(source: string, at: number): Found | null {
  const from = at + 1;
  const end = closingOf(source, from, "$");
  if (end <= from || space.test(source.charAt(from)) || space.test(source.charAt(end - 1))) return null;
  if (source[end + 1] === "$" || joins(source.charAt(end + 1))) return null;
  const tex = source.slice(from, end);
  return /[\n`]/.test(tex) ? null : { tex, display: false, end: end + 1 };
}

/** Where the closing sign stands, or -1. What a backslash precedes closes nothing: \$ is a sign in a formula. */
function closingOf(source: string, from: number, closer: string): number {
  // Most texts have none, which is found out fast.
  if (!source.includes(closer, from)) return -1;
  const last = Math.min(source.length, from + longestFormula);
  for (let at = from; at < last; at++) {
    if (source.startsWith(closer, at)) return at;
    if (source[at] === "\\") at++;
  }
  return -1;
}

/** How a line begins a formula that stands in lines of its own. */
export interface Opening {
  closer: string;
  /** Whether it also ends in this line. */
  whole: boolean;
}

/** The signs that no sentence has after two dollars. */
const signs = /[\\{}=^_]/;

export function openingOf(words: string): Opening | null {
  const closer = words.startsWith("\\[") ? "\\]" : words.startsWith("$$") && words[2] !== "$" ? "$$" : null;
  if (closer === null) return null;
  const rest = words.slice(2);
  if (closingOf(rest, 0, closer) >= 0) return formulaAt(words, 0)?.end === words.trimEnd().length ? { closer, whole: true } : null;
  return rest.trim() === "" || signs.test(rest) ? { closer, whole: false } : null;
}

/** What the closing sign is to a line of a formula: not in it, its end, or followed by other words. */
export function closingIn(words: string, closer: string): "none" | "end" | "inside" {
  const at = closingOf(words, 0, closer);
  if (at < 0) return "none";
  return words.slice(at + closer.length).trim() === "" ? "end" : "inside";
}
