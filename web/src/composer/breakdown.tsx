import { context } from "../models/next.js";
import { piecesShown, togglePieces } from "../shared/layout.js";
import { text } from "../text/en.js";
import { approximate, number, percent, ratio } from "../text/format.js";
import { estimated, level, recalled, share, used } from "./context.js";
import type { ComposerIntents } from "./intents.js";
import { attachments, count, fileTokens, frame, message } from "./state.js";
import { useMeasures } from "./use-measures.js";

const words = text.breakdown;
const more = text.memory.breakdown;

export interface BreakdownProps {
  intents: ComposerIntents;
}

/** What the number of the meter is made of. */
export function Breakdown({ intents }: BreakdownProps) {
  const counted = count.value;
  const sum = used.value;
  const now = context.value;
  const question = message.value;
  if (counted === null || now === null || sum === null || question === null) return null;
  const { estimate } = counted;
  const tokens = (n: number) => approximate(n, estimate);
  const sums = (n: number) => approximate(n, estimated.value);
  const free = now.threshold - sum;
  const { summaries = 0, condensed = 0, instructions } = now;
  const messages = now.tokens - summaries;
  return (
    <section id="breakdown" class="breakdown figures" aria-label={words.label}>
      <p class="breakdown-sum">
        <span class="breakdown-number">{sums(sum)}</span>
        <span>{question === 0 ? words.empty : words.sum}</span>
        <span class="tag">{estimated.value ? words.estimate : words.exact}</span>
      </p>
      <Bar free={Math.max(0, free)} parts={{ instructions, summaries, messages, recalled: recalled.value.tokens, content: question }} />
      <dl>
        <Row name={words.instructions} note={words.instructionsNote} value={tokens(instructions)} swatch="instructions" />
        {summaries > 0 && <Row name={more.summaries} note={more.standFor(condensed)} value={tokens(summaries)} swatch="summaries" />}
        <Row name={words.messages} note={now.left ? words.left(now.left) : now.messages > 0 ? number(now.messages) : ""} value={tokens(messages)} swatch="messages" />
        {recalled.value.tokens > 0 && <Row name={more.recalled} note={words.instructionsNote} value={tokens(recalled.value.tokens)} swatch="recalled" />}
        <Row name={words.question} value={sums(question)} swatch="content" />
        {question > 0 && <Parts tokens={tokens} />}
        <Row
          name={free < 0 ? words.over : words.free}
          note={share.value === null ? "" : percent(Math.abs(1 - share.value))}
          value={sums(Math.abs(free))}
          level={level.value}
          swatch="free"
        />
        <Row name={words.threshold} value={number(now.threshold)} />
        <Row name={words.maxContext} value={number(now.maxContext)} />
      </dl>
      <Recalled intents={intents} />
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

/** The earlier messages that the question brings back, each a way to where it stands. */
function Recalled({ intents }: { intents: ComposerIntents }) {
  if (recalled.value.messages.length === 0) return null;
  return (
    <section class="breakdown-text" aria-label={more.recalledList}>
      <h3>{more.recalledList}</h3>
      <ul>
        {recalled.value.messages.map(({ uid, role, text: content, tokens }) => (
          <li key={uid}>
            <button type="button" class="recalled" aria-label={more.goTo(content)} onClick={() => intents.seek(uid)}>
              <span dir="auto">{content}</span>
              <span>{text.chat.search.by[role]}</span>
              <span>{number(tokens)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
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

type Swatch = "instructions" | "summaries" | "messages" | "recalled" | "content";

interface RowProps {
  name: string;
  value: string;
  note?: string;
  swatch?: Swatch | "free";
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
  free: number;
  /** In the order in which they are sent. */
  parts: Record<Swatch, number>;
}

/** What a conversation may have, as a bar; its colours are those of the rows below, which carry the numbers. */
function Bar({ free, parts }: BarProps) {
  const list = Object.entries(parts).filter(([, tokens]) => tokens > 0);
  const whole = list.reduce((sum, [, tokens]) => sum + tokens, free);
  return (
    <div class="bar" aria-hidden="true">
      {list.map(([name, tokens]) => (
        <span key={name} class={`swatch-${name}`} style={{ width: `${(100 * tokens) / whole}%` }} />
      ))}
    </div>
  );
}
