import { escapable, unescaped } from "./escapes.js";

/** Parentheses in an address nest this deep at most, so that looking for its end takes few steps. */
const deepest = 32;

const angled = /<((?:[^<>\n\\]|\\[^\n])*)>/y;

/** Where a link leads, and where that ends in the text. */
export interface Target {
  address: string;
  end: number;
}

const gap = /[ \t]*\n?[ \t]*/y;

/** The target in parentheses that begins here, if there is one. */
export function targetAt(text: string, at: number): Target | null {
  if (text[at] !== "(") return null;
  const found = destinationAt(text, afterGap(text, at + 1));
  if (found === null) return null;
  let end = afterGap(text, found.end);
  const titleEnd = end > found.end ? titleAt(text, end) : -1;
  if (titleEnd >= 0) end = afterGap(text, titleEnd);
  return text[end] === ")" ? { address: found.address, end: end + 1 } : null;
}

/** What follows white space with one line end at most. */
export function afterGap(text: string, at: number): number {
  gap.lastIndex = at;
  gap.test(text);
  return gap.lastIndex;
}

/** The address that begins here, and where it ends. */
export function destinationAt(text: string, at: number): Target | null {
  if (text[at] === "<") {
    angled.lastIndex = at;
    const found = angled.exec(text);
    return found === null ? null : { address: unescaped(found[1] ?? ""), end: angled.lastIndex };
  }
  let open = 0;
  let end = at;
  for (; end < text.length; end++) {
    const c = text.charAt(end);
    if (c === "\\" && escapable.test(text.charAt(end + 1))) end++;
    else if (c === "(" && ++open > deepest) return null;
    else if (c === ")" && --open < 0) break;
    else if (c <= " " || c === "\x7f") break;
  }
  return open > 0 ? null : { address: unescaped(text.slice(at, end)), end };
}

const title = /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\((?:[^()\\]|\\[^])*\)/y;

/** Where the title of a link ends that begins here, or -1. What it says is not used. */
export function titleAt(text: string, at: number): number {
  title.lastIndex = at;
  return title.test(text) ? title.lastIndex : -1;
}
