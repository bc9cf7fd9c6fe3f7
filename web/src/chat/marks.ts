// Marks on the text of an answer: the browser draws them over the text as it is.

import { useLayoutEffect } from "preact/hooks";
import { rowKey } from "./turns.js";

/** A place in what is drawn, and what is said of it when it is pointed at. */
export interface Mark {
  range: Range;
  title: string;
}

/** Marks what `find` finds in the text of a message, under the name that the style sheet has for it. `key` is all that it depends on. */
export function useMarks(message: string, name: string, key: string, find: (text: HTMLElement) => readonly Mark[]): void {
  useLayoutEffect(() => {
    const text = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(rowKey(message))}"] > .markdown:not(.gathered)`);
    const highlights = (CSS as { highlights?: HighlightRegistry }).highlights;
    if (text === null || highlights === undefined) return undefined;
    const highlight = highlights.get(name) ?? new Highlight();
    highlights.set(name, highlight);
    let marks: readonly Mark[] = [];
    const clear = () => marks.forEach(({ range }) => highlight.delete(range));
    const mark = () => {
      clear();
      marks = find(text);
      marks.forEach(({ range }) => highlight.add(range));
    };
    mark();
    // A formula is drawn when its script has come, code when it has its colours.
    const redrawn = new MutationObserver(mark);
    redrawn.observe(text, { childList: true, characterData: true, subtree: true });
    const point = ({ clientX, clientY }: PointerEvent) => {
      const over = marks.find(({ range }) => isOver(range, clientX, clientY));
      if (over !== undefined) text.title = over.title;
      // There may be marks of another kind.
      else if (marks.some(({ title }) => title === text.title)) text.removeAttribute("title");
    };
    text.addEventListener("pointermove", point);
    return () => {
      redrawn.disconnect();
      clear();
      text.removeEventListener("pointermove", point);
    };
  }, [message, name, key]);
}

function isOver(range: Range, x: number, y: number): boolean {
  return [...range.getClientRects()].some((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
}
