import type { Message } from "../core/protocol.gen.js";
import type { Found } from "../data/numbers.js";
import { data } from "../text/data.js";
import { type Mark, useMarks } from "./marks.js";

/**
 * Marks numbers of an answer's text that its rows do not have: a dotted line below each,
 * and a note that names them.
 */
export function Marked({ message, found }: { message: Message; found: readonly Found[] }) {
  const words = [...new Set(found.map(({ text }) => text))];
  useMarks(message.uid, "not-in-rows", words.join(" "), (text) => marksOf(text, words));
  if (words.length === 0) return null;
  return (
    <p class="data-warning" role="note" data-kind="numbers">
      {data.numbers.note(words.join(", "), words.length)}
    </p>
  );
}

/** Where words stand in what is drawn. */
function marksOf(within: Element, words: readonly string[]): Mark[] {
  const marks: Mark[] = [];
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const content = node.textContent ?? "";
    for (const word of words) {
      for (let at = content.indexOf(word); at >= 0; at = content.indexOf(word, at + word.length)) {
        // A part of a longer number is another number.
        if (/[\d.,]/.test(content[at - 1] ?? "") || /\d/.test(content[at + word.length] ?? "")) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        marks.push({ range, title: data.numbers.title });
      }
    }
  }
  return marks;
}
