import { useLayoutEffect } from "preact/hooks";
import type { Message } from "../core/protocol.gen.js";
import type { Found } from "../data/numbers.js";
import { data } from "../text/data.js";
import { rowKey } from "./turns.js";

const name = "not-in-rows";

/**
 * Marks numbers of an answer's text that its rows do not have: a dotted line below each,
 * drawn by the browser over the text as it is, and a note that names them.
 */
export function Marked({ message, found }: { message: Message; found: readonly Found[] }) {
  const words = [...new Set(found.map(({ text }) => text))];
  useLayoutEffect(() => {
    const text = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(rowKey(message.uid))}"] .markdown`);
    const highlights = (CSS as { highlights?: HighlightRegistry }).highlights;
    if (text === null || highlights === undefined || words.length === 0) return undefined;
    const ranges = rangesOf(text, words);
    const all = highlights.get(name) ?? new Highlight();
    ranges.forEach((range) => all.add(range));
    highlights.set(name, all);
    const point = ({ clientX: x, clientY: y }: PointerEvent) => {
      const over = ranges.some((range) => [...range.getClientRects()].some((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom));
      if (over) text.title = data.numbers.title;
      else text.removeAttribute("title");
    };
    text.addEventListener("pointermove", point);
    return () => {
      ranges.forEach((range) => all.delete(range));
      text.removeEventListener("pointermove", point);
    };
  }, [message.uid, words.join(" ")]);
  if (words.length === 0) return null;
  return (
    <p class="data-warning" role="note" data-kind="numbers">
      {data.numbers.note(words.join(", "), words.length)}
    </p>
  );
}

/** Where words stand in what is drawn. */
function rangesOf(within: Element, words: readonly string[]): Range[] {
  const ranges: Range[] = [];
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
        ranges.push(range);
      }
    }
  }
  return ranges;
}
