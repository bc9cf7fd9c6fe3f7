import { context } from "../models/next.js";
import { piecesShown, togglePieces } from "../shared/layout.js";
import { text } from "../text/en.js";
import { approximate, number, percent, ratio } from "../text/format.js";
import { estimated, level, recalled, share, tokensOf, tried, used } from "./context.js";
import { Cost } from "./cost.js";
import type { ComposerIntents } from "./intents.js";
import { count, frameTokens, message } from "./state.js";
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
  const free = now.window - sum;
  const { summaries = 0, condensed = 0, instructions } = now;
  const back = recalled.value.tokens;
  const remembered = tokensOf("preferences");
  // Whole ones, and passages of the others.
  const documents = (tried.value ?? now).documents ?? 0;
  const passages = tokensOf("documents");
  // What stands beside the question to say what it means counts with it.
  const messages = Math.max(0, now.tokens - summaries);
  const asked = Math.max(0, sum - instructions - remembered - documents - passages - summaries - messages - back);
  return (
    <section id="breakdown" class="breakdown figures" aria-label={words.label}>
      <p class="breakdown-sum">
        <span class="breakdown-number">{sums(sum)}</span>
        <span>{question === 0 ? words.empty : words.sum}</span>
        <span class="tag">{estimated.value ? words.estimate : words.exact}</span>
      </p>
      <Bar window={now.window} threshold={now.threshold} parts={{ instructions, documents: documents + passages, remembered, summaries, messages, recalled: back, content: asked }} />
      <dl>
        <Row name={words.instructions} value={tokens(instructions)} swatch="instructions" />
        {documents + passages > 0 && <Row name={words.documents} note={passages > 0 ? words.passages(number(passages)) : ""} value={tokens(documents + passages)} swatch="documents" />}
        {remembered > 0 && <Row name={words.remembered} value={tokens(remembered)} swatch="remembered" />}
        {summaries > 0 && <Row name={more.summaries} note={more.standFor(condensed)} value={tokens(summaries)} swatch="summaries" />}
        <Row name={words.messages} note={now.left ? words.left(now.left) : now.messages > 0 ? number(now.messages) : ""} value={tokens(messages)} swatch="messages" />
        {back > 0 && <Row name={more.recalled} value={tokens(back)} swatch="recalled" />}
        <Row name={words.question} value={sums(asked)} swatch="content" />
        {question > 0 && <Parts tokens={tokens} />}
        <Row
          name={free < 0 ? words.over : words.free}
          note={now.window === 0 ? "" : percent(Math.abs(free) / now.window)}
          value={sums(Math.abs(free))}
          swatch="free"
        />
        <Row name={words.maxContext} value={number(now.window)} />
        <Row name={words.threshold} note={share.value === null ? "" : words.onTheWay(percent(share.value))} value={number(now.threshold)} level={level.value} />
      </dl>
      <Recalled intents={intents} />
      <Cost intents={intents} />
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
      <Row name={words.frame} value={`+ ${tokens(frameTokens.value ?? 0)}`} inner />
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

type Swatch = "instructions" | "documents" | "remembered" | "summaries" | "messages" | "recalled" | "content";

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
  window: number;
  /** Where older messages are condensed: a mark. */
  threshold: number;
  /** In the order in which they are sent. */
  parts: Record<Swatch, number>;
}

/** The model's window, as a bar; its colours are those of the rows below, which carry the numbers. */
function Bar({ window, threshold, parts }: BarProps) {
  const list = Object.entries(parts).filter(([, tokens]) => tokens > 0);
  const whole = Math.max(
    window,
    list.reduce((sum, [, tokens]) => sum + tokens, 0),
  );
  return (
    <div class="bar" aria-hidden="true">
      {threshold < whole && <i class="bar-mark" style={{ insetInlineStart: `${(100 * threshold) / whole}%` }} />}
      {list.map(([name, tokens]) => (
        <span key={name} class={`swatch-${name}`} style={{ width: `${(100 * tokens) / whole}%` }} />
      ))}
    </div>
  );
}
