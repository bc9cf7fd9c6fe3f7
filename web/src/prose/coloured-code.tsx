import { signal } from "@preact/signals";
import { type ComponentChild, h } from "preact";
import { useEffect, useReducer } from "preact/hooks";
import { scriptURL } from "../core/script-url.js";
import { type Run, runsOf } from "../markdown/signs.js";
import { type Language, languageOf } from "./languages.js";
import { shown, sign } from "./shown-text.js";

/** Address of the script that has code coloured, with its hash; written by the bundler. */
declare const __CODE__: string;
/** A variable, because the bundler would look for the file. */
const script: { address: string } = { address: __CODE__ };

type Code = typeof import("./code.js");

/** The script, once the first code of a language that is known has had it fetched. */
const code = signal<Code | null>(null);

/** Longer code stays as it is. */
const longest = 50_000;

interface Props {
  language: string;
  text: string;
  /** Whether the text may grow. */
  open: boolean;
}

/** Code, with its colours once no more of it comes and they have been found. */
export function ColouredCode({ language, text, open }: Props) {
  const row = useRow(open || text.length > longest ? null : languageOf(language), text);
  return <code>{row === null ? piecesOf(text).map(shown) : code.value?.painted(runsOf(text), row, drawn)}</code>;
}

/** Hidden characters have the labels that they have without colours. */
const drawn = ({ text, hidden }: Run, colour: string): ComponentChild => (hidden ? sign(text) : colour === "" ? text : h("span", { class: `code-${colour}` }, text));

function useRow(language: Language | null, text: string) {
  const [, redraw] = useReducer((count: number, _: void) => count + 1, 0);
  const known = code.value;
  useEffect(() => {
    if (language === null) return undefined;
    if (known !== null) return known.wantRow(language, text, () => redraw());
    // What fails is tried again by the next code.
    void (import(script.address) as Promise<Code>).then(
      (loaded) => {
        loaded.startBy(scriptURL);
        code.value = loaded;
      },
      () => undefined,
    );
    return undefined;
  }, [language, text, known]);
  return (language !== null && known?.rowOf(language, text)) || null;
}

/** So many lines are one piece of text: the browser lays out again what follows the first piece that changed. */
const piece = /(?:[^\n]*\n){32}/g;

function piecesOf(text: string): string[] {
  const pieces = text.match(piece) ?? [];
  const end = pieces.reduce((sum, { length }) => sum + length, 0);
  return [...pieces, text.slice(end)];
}
