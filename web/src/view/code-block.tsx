import { useSignal } from "@preact/signals";
import { Check, Copy, TextWrap } from "lucide";
import { useEffect } from "preact/hooks";
import { text as words } from "../text/en.js";
import { Icon } from "./icon.js";
import { memo } from "./memo.js";
import { shown } from "./shown-text.js";

interface Props {
  language: string;
  text: string;
}

/** How long a button says what it did, in milliseconds. */
const reply = 2_000;
/** A fence may name anything as its language. */
const longestLanguage = 32;

/** Code with its language, a switch that wraps its lines, and a button that copies it. */
export function CodeBlock({ language, text }: Props) {
  const wrapped = useSignal(false);
  const name = language.slice(0, longestLanguage);
  return (
    <div class="code" dir="ltr">
      <div class="code-head">
        <span class="code-language">{name === "" ? words.markdown.code : shown(name)}</span>
        <button type="button" class="code-tool" aria-pressed={wrapped.value} onClick={() => (wrapped.value = !wrapped.value)}>
          <Icon node={TextWrap} small />
          {words.markdown.wrap}
        </button>
        <CopyCode text={text} />
      </div>
      <pre tabIndex={0} role="group" aria-label={words.markdown.codeIn(name)} data-wrap={wrapped.value ? "" : undefined}>
        <Code text={text} />
      </pre>
    </div>
  );
}

const Code = memo(function Code({ text }: { text: string }) {
  return <code>{piecesOf(text).map(shown)}</code>;
});

/** So many lines are one piece of text: the browser lays out again what follows the first piece that changed. */
const piece = /(?:[^\n]*\n){32}/g;

function piecesOf(text: string): string[] {
  const pieces = text.match(piece) ?? [];
  const end = pieces.reduce((sum, { length }) => sum + length, 0);
  return [...pieces, text.slice(end)];
}

function CopyCode({ text }: { text: string }) {
  const said = useSignal("");
  useEffect(() => {
    if (said.value === "") return;
    const timer = setTimeout(() => (said.value = ""), reply);
    return () => clearTimeout(timer);
  }, [said.value]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => (said.value = words.markdown.copied),
      () => (said.value = words.markdown.notCopied), // the browser may ask, and the reader refuse
    );
  return (
    <>
      <button type="button" class="code-tool" onClick={copy}>
        <Icon node={said.value === words.markdown.copied ? Check : Copy} small />
        {said.value === "" ? words.markdown.copy : said.value}
      </button>
      <span class="aside" role="status">
        {said.value}
      </span>
    </>
  );
}
