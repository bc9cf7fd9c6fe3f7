import { useSignal } from "@preact/signals";
import { Check, Copy, TextWrap } from "lucide";
import { useEffect } from "preact/hooks";
import { Icon } from "../shared/icon.js";
import { memo } from "../shared/memo.js";
import { plainName } from "../markdown/signs.js";
import { text as words } from "../text/en.js";
import { ColouredCode } from "./coloured-code.js";
import { shown } from "./shown-text.js";

interface Props {
  language: string;
  text: string;
  /** Whether the text may grow. */
  open: boolean;
  /** Whether its lines are wrapped at first. */
  wrap?: boolean;
}

/** How long a button says what it did, in milliseconds. */
const reply = 2_000;
/** A fence may name anything as its language. */
const longestLanguage = 32;

/** Code with its language, a switch that wraps its lines, and a button that copies it. */
export function CodeBlock({ language, text, open, wrap = false }: Props) {
  const wrapped = useSignal(wrap);
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
      <pre tabIndex={0} role="group" aria-label={words.markdown.codeIn(plainName(name))} data-wrap={wrapped.value ? "" : undefined}>
        <Code language={language} text={text} open={open} />
      </pre>
    </div>
  );
}

const Code = memo(ColouredCode);

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
