// Where sentences of an answer stand in what is drawn of it. Signs of Markdown, spaces and
// punctuation differ between the two, so that letters and digits are compared, those of
// citations among them. Formulas are left out: their letters are others once they are set.

import type { Sentence } from "../core/protocol.gen.js";
import { inlinesOf } from "../markdown/inline.js";
import { plainOf } from "../markdown/plain.js";
import { cellsOf } from "../markdown/table.js";
import type { Definitions, Inline } from "../markdown/tree.js";

const letters = /[\p{L}\p{M}\p{N}]+/gu;
/** What the page adds to the text, and what may be drawn anew. */
const skipped = ".code-head, .address, .note-mark, .formula, .formula-source";
const none: Definitions = new Map();

/** What a sentence says: without a task's box in front, and without citations at the end of a table's row. */
function saidIn({ text }: Sentence): string {
  return text.replace(/^\[[ xX]\]\s/, "").replace(/(?:\s*[[【][\d\s,;–-]+[\]】])+[\s|]*$/, "");
}

/** A sentence as words alone; of a table's row, its cells. */
export function wordsOfSentence(sentence: Sentence): string {
  const text = saidIn(sentence);
  if (!text.startsWith("|")) return plainOf(text).trim();
  return cellsOf(text)
    .map(plainOf)
    .filter((cell) => cell !== "")
    .join(" · ");
}

/** The letters of an element, and which of its texts they are from. */
interface Drawn {
  letters: string;
  runs: { node: Text; offset: number; from: number }[];
}

/** Where each sentence stands, null for one that is not found. */
export function placesOf(within: Element, content: string, sentences: readonly Sentence[]): (Range | null)[] {
  const drawn = lettersIn(within);
  return sentences.map((sentence) => {
    const said = withoutFormulas(inlinesOf(saidIn(sentence), none));
    const sought = onlyLetters(said);
    if (sought === "") return null;
    const found = placesIn(drawn.letters, sought);
    // The same words may stand there several times.
    const nth = found.length < 2 ? 0 : placesIn(onlyLetters(plainOf(content.slice(0, sentence.from))), sought).length;
    const at = found[Math.min(nth, found.length - 1)];
    return at === undefined ? null : rangeAt(drawn, at, at + sought.length, said);
  });
}

function lettersIn(within: Element): Drawn {
  const drawn: Drawn = { letters: "", runs: [] };
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element ? (node.matches(skipped) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP) : NodeFilter.FILTER_ACCEPT,
  );
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    for (const { 0: run, index } of (node as Text).data.matchAll(letters)) {
      drawn.runs.push({ node: node as Text, offset: index, from: drawn.letters.length });
      drawn.letters += run;
    }
  }
  return drawn;
}

/** The range of some letters, with the signs around them that belong to the sentence, such as those of currencies. */
function rangeAt({ runs }: Drawn, from: number, to: number, said: string): Range {
  const runOf = (at: number) => runs.findLast((run) => run.from <= at)!;
  const [first, last] = [runOf(from), runOf(to - 1)];
  const begin = first.offset + from - first.from;
  const end = last.offset + to - last.from;
  const before = said.slice(0, said.search(letters));
  const after = said.slice(said.search(/[^\p{L}\p{M}\p{N}]*$/u));
  const range = document.createRange();
  range.setStart(first.node, first.node.data.slice(0, begin).endsWith(before) ? begin - before.length : begin);
  range.setEnd(last.node, last.node.data.startsWith(after, end) ? end + after.length : end);
  return range;
}

function onlyLetters(text: string): string {
  return (text.match(letters) ?? []).join("");
}

function placesIn(text: string, sought: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) places.push(at);
  return places;
}

function withoutFormulas(inlines: readonly Inline[]): string {
  return inlines
    .map((inline): string => {
      if ("children" in inline) return withoutFormulas(inline.children);
      return inline.kind === "text" || inline.kind === "code" ? inline.text : " ";
    })
    .join("")
    .trim();
}
