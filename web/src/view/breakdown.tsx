import { context, estimated, level, share, used } from "../context.js";
import { piecesShown, togglePieces } from "../layout.js";
import { attachments, count, fileTokens, frame, message } from "../state.js";
import { text } from "../text/en.js";
import { approximate, number, percent, ratio } from "../text/format.js";
import { useMeasures } from "./use-measures.js";

const words = text.breakdown;

/** What the number of the meter is made of. */
export function Breakdown() {
  const counted = count.value;
  const sum = used.value;
  const now = context.value;
  const question = message.value;
  if (counted === null || now === null || sum === null || question === null) return null;
  const { estimate } = counted;
  const tokens = (n: number) => approximate(n, estimate);
  const sums = (n: number) => approximate(n, estimated.value);
  const free = now.threshold - sum;
  return (
    <section id="breakdown" class="breakdown figures" aria-label={words.label}>
      <p class="breakdown-sum">
        <span class="breakdown-number">{sums(sum)}</span>
        <span>{question === 0 ? words.empty : words.sum}</span>
        <span class="tag">{estimated.value ? words.estimate : words.exact}</span>
      </p>
      <Bar whole={Math.max(now.threshold, sum)} messages={now.tokens} question={question} />
      <dl>
        <Row name={words.messages} note={now.left ? words.left(now.left) : now.messages > 0 ? number(now.messages) : ""} value={tokens(now.tokens)} swatch="messages" />
        <Row name={words.question} value={sums(question)} swatch="content" />
        {question > 0 && <Parts tokens={tokens} />}
        <Row
          name={free < 0 ? words.over : words.free}
          note={share.value === null ? "" : percent(share.value)}
          value={sums(Math.abs(free))}
          level={level.value}
          swatch="free"
        />
        <Row name={words.threshold} value={number(now.threshold)} />
      </dl>
      <dl class="breakdown-text">
        <Row name={words.instructions} note={words.instructionsNote} value={tokens(now.instructions)} />
        <Row name={words.maxContext} value={number(now.maxContext)} />
      </dl>
      <Measured perWord={(n) => `${estimate ? "~" : ""}${ratio(counted.count / n)}`} encoding={counted.encoding} />
      <button type="button" class="breakdown-pieces" aria-pressed={piecesShown.value} onClick={togglePieces}>
        {piecesShown.value ? words.piecesHide : words.pieces}
      </button>
    </section>
  );
}

/** What the question itself is made of. */
function Parts({ tokens }: { tokens(n: number): string }) {
  return (
    <>
      <Row name={words.content} value={tokens(count.value?.count ?? 0)} inner />
      {attachments.value.length > 0 && <Row name={words.files} value={tokens(fileTokens.value)} inner />}
      <Row name={words.frame} value={`+ ${tokens(frame.value ?? 0)}`} inner />
    </>
  );
}

function Measured({ perWord, encoding }: { perWord(words: number): string; encoding: string }) {
  const measures = useMeasures();
  return (
    <dl class="breakdown-text">
      <Row name={words.characters} value={measures === null ? words.none : number(measures.characters)} />
      <Row name={words.bytes} value={measures === null ? words.none : number(measures.bytes)} />
      <Row name={words.perWord} value={measures === null || measures.words === 0 ? words.none : perWord(measures.words)} />
      <Row name={words.encoding} value={encoding} mono />
    </dl>
  );
}

interface RowProps {
  name: string;
  value: string;
  note?: string;
  swatch?: "messages" | "content" | "free";
  level?: string;
  mono?: boolean;
  /** A part of the row above. */
  inner?: boolean;
}

function Row({ name, value, note, swatch, level: colour, mono = false, inner = false }: RowProps) {
  return (
    <div class={inner ? "row-inner" : ""}>
      <dt>
        {swatch !== undefined && <span class={`swatch swatch-${swatch}`} aria-hidden="true" />}
        {name}
        {note !== undefined && note !== "" && (
          <span class="row-note" data-level={colour}>
            {note}
          </span>
        )}
      </dt>
      <dd class={mono ? "mono" : ""}>{value}</dd>
    </div>
  );
}

interface BarProps {
  whole: number;
  messages: number;
  question: number;
}

/** What a conversation may have, as a bar; its colours are those of the rows below, which carry the numbers. */
function Bar({ whole, messages, question }: BarProps) {
  const width = (n: number) => ({ width: `${(100 * n) / whole}%` });
  return (
    <div class="bar" aria-hidden="true">
      <span class="swatch-messages" style={width(messages)} />
      <span class="swatch-content" style={width(question)} />
    </div>
  );
}
