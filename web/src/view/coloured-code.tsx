import type { ComponentChild } from "preact";
import { useEffect, useReducer } from "preact/hooks";
import { runsOf } from "../markdown/signs.js";
import { type Row, colours } from "../prose/colour.js";
import { longestCode, rowOf, wantRow } from "../prose/highlighter.js";
import { type Language, languageOf } from "../prose/languages.js";
import { shown, sign } from "./shown-text.js";

interface Props {
  language: string;
  text: string;
  /** Whether the text may grow. */
  open: boolean;
}

/** Code, with its colours once no more of it comes and they have been found. */
export function ColouredCode({ language, text, open }: Props) {
  const row = useRow(open || text.length > longestCode ? null : languageOf(language), text);
  return <code>{row === null ? piecesOf(text).map(shown) : painted(text, row)}</code>;
}

function useRow(language: Language | null, text: string): Row | null {
  const [, redraw] = useReducer((count: number, _: void) => count + 1, 0);
  const row = language === null ? null : rowOf(language, text);
  useEffect(() => (language === null || rowOf(language, text) !== undefined ? undefined : wantRow(language, text, () => redraw())), [language, text]);
  return row ?? null;
}

/** So many lines are one piece of text: the browser lays out again what follows the first piece that changed. */
const piece = /(?:[^\n]*\n){32}/g;

function piecesOf(text: string): string[] {
  const pieces = text.match(piece) ?? [];
  const end = pieces.reduce((sum, { length }) => sum + length, 0);
  return [...pieces, text.slice(end)];
}

/** The text in runs of one colour. Hidden characters have the labels that they have without colours. */
function painted(text: string, row: Row): ComponentChild[] {
  const drawn: ComponentChild[] = [];
  let [next, left, colour] = [0, 0, "plain"];
  /** How many of so many characters have the same colour. */
  const take = (most: number): number => {
    while (left === 0 && next < row.length) {
      left = row[next] ?? 0;
      colour = colours[row[next + 1] ?? 0] ?? "plain";
      next += 2;
    }
    const length = Math.min(left, most);
    left -= length;
    // The lengths were checked; nothing may hang on that.
    return length === 0 ? most : length;
  };
  for (const run of runsOf(text)) {
    if (run.hidden) drawn.push(sign(run.text));
    for (let from = 0; from < run.text.length; ) {
      const length = take(run.text.length - from);
      const part = run.text.slice(from, (from += length));
      if (!run.hidden) drawn.push(colour === "plain" ? part : <span class={`code-${colour}`}>{part}</span>);
    }
  }
  return drawn;
}
