import { splitsPair } from "../composer/edit.js";
import type { Pieces } from "./pieces.js";

/** A token as it is drawn. */
export interface Span {
  id: number;
  /** The characters that end with this token; empty if it ends inside one. */
  text: string;
  /** The character that several tokens share, if this is one of them; else empty. */
  shared: string;
}

/**
 * The tokens with the text they stand for. Tokens are bytes, and some divide a
 * character: those before the last of its bytes stand for no text of their own.
 */
export function spansOf({ text, ids, ends }: Pieces): Span[] {
  let from = 0;
  let inside = false;
  return ids.map((id, i) => {
    const to = ends[i] ?? from;
    const span: Span = { id, text: text.slice(from, to), shared: inside || to === from ? characterAt(text, from) : "" };
    inside = to === from;
    from = to;
    return span;
  });
}

function characterAt(text: string, offset: number): string {
  return text.slice(offset, splitsPair(text, offset + 1) ? offset + 2 : offset + 1);
}
