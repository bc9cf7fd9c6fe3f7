import { useSignal } from "@preact/signals";
import { ChevronRight, Info, Wrench } from "lucide";
import { useMemo } from "preact/hooks";
import { answerOf } from "../core/decode.js";
import type { Answer as Stats, Message, Source } from "../core/protocol.gen.js";
import { modelName } from "../models/model-name.js";
import { Citing, type Sources as CitedSources } from "../prose/cited.js";
import { Markdown } from "../prose/markdown.js";
import { Icon } from "../shared/icon.js";
import { memo } from "../shared/memo.js";
import { plainName } from "../markdown/signs.js";
import { text } from "../text/en.js";
import { AnsweredBy, FellNow, FromFAQ, SourceList, saysModel } from "./answered-by.js";
import { copyMessage } from "./copying.js";
import type { ChatIntents } from "./intents.js";
import { GatheredCards, GatheringNow } from "./gathered.js";
import { type Live, hasBegun } from "./live.js";
import { AgainButtons, CopyButton, MoreButton, PinButton, Versions } from "./message-actions.js";
import { LiveState, Outcome } from "./outcome.js";
import { ClarifyCard, DataAnswer, Details, Unsupported } from "./parts.js";
import { PassedCard } from "./passed-card.js";
import { RatingButtons, RatingReason } from "./rating-buttons.js";
import { leads, numberOf } from "./sources.js";
import { Typing } from "./typing.js";
import { clarifyOf } from "./understanding.js";

interface Props {
  row: string;
  message: Message | null;
  live: Live | null;
  last: boolean;
  intents: ChatIntents;
}

const words = text.chat;
const nothing: Stats = {};

/** An answer: plain text on the page, what it came to, and what can be done with it. */
export const Answer = memo(function Answer({ row, message, live, last, intents }: Props) {
  const details = useSignal(false);
  /** Whether the reader says what was wrong with it. */
  const writing = useSignal(false);
  const stats = answerOf(message?.metadata) ?? nothing;
  const settled = message !== null && live === null && message.status !== "streaming";
  const streaming = live === null && message?.status === "streaming";
  const clarify = live !== null && hasBegun(live) ? null : clarifyOf(message);
  const fromFAQ = stats.gathered?.some(({ from }) => from === "faq") ? stats.sources?.find(({ kind }) => kind === "faq") : undefined;
  const citing = useMemo(() => (settled && stats.sources !== undefined ? citingOf(stats.sources, intents) : null), [settled, stats.sources]);
  const ratable = settled && message.role === "assistant" && message.content !== "" && clarify === null;
  return (
    <article class="turn answer" data-key={row} data-role={message?.role ?? "assistant"}>
      <h2 class="aside">{headingOf(message)}</h2>
      {live !== null && <GatheringNow live={live} />}
      {settled && stats.gathered !== undefined && <GatheredCards gathered={stats.gathered} />}
      <Citing.Provider value={citing}>
        <Body message={message} live={live} thought={stats.reasoning ?? ""} />
        {settled && stats.unsupported !== undefined && stats.unsupported.length > 0 && <Unsupported message={message} sentences={stats.unsupported} />}
      </Citing.Provider>
      {settled && stats.gathered?.map(({ from, data }, i) => from === "sql" && data !== undefined && <DataAnswer key={i} message={message} kept={data} last={last} intents={intents} />)}
      {clarify !== null && message !== null && (last ? <ClarifyCard message={message} clarify={clarify} live={live} intents={intents} /> : <PassedCard />)}
      {live !== null && <FellNow live={live} />}
      {live !== null && <LiveState live={live} intents={intents} />}
      {streaming && <Typing />}
      {settled && fromFAQ !== undefined && <FromFAQ question={fromFAQ.name} ask={() => intents.turns.again(message)} />}
      {settled && stats.sources !== undefined && fromFAQ === undefined && <SourceList sources={stats.sources} asked={stats.understood?.followup === true ? null : (message.parent ?? null)} intents={intents} />}
      {settled && !stats.waiting && clarify === null && <AnsweredBy message={message} stats={stats} last={last} />}
      {settled && clarify === null && <Outcome message={message} stats={stats} last={last} intents={intents} />}
      {settled && !stats.waiting && (
        <div class="acts" data-last={last && clarify === null ? "" : undefined} role="group" aria-label={words.actions.label}>
          {stats.model !== undefined && !saysModel(message, stats) && <span class="acts-model" dir="auto">{modelName(stats.model)}</span>}
          <Versions message={message} intents={intents} />
          {message.content !== "" && <CopyButton copy={() => copyMessage(message)} />}
          {message.role === "assistant" && clarify === null && <AgainButtons message={message} by={stats.model} intents={intents} />}
          {ratable && <RatingButtons message={message} feedback={stats.feedback} writing={writing} intents={intents} />}
          {clarify === null && <PinButton message={message} intents={intents} />}
          <button
            type="button"
            class="plain"
            aria-label={words.actions.details}
            title={words.actions.details}
            aria-expanded={details.value}
            onClick={() => (details.value = !details.value)}
          >
            <Icon node={Info} small />
          </button>
          {clarify === null && <MoreButton message={message} intents={intents} />}
        </div>
      )}
      {ratable && <RatingReason message={message} feedback={stats.feedback} writing={writing} intents={intents} />}
      {settled && !stats.waiting && details.value && <Details message={message} stats={stats} intents={intents} />}
    </article>
  );
});

/** What the numbers in an answer lead to. */
function citingOf(sources: readonly Source[], intents: ChatIntents): CitedSources {
  const sourceAt = (number: number) => sources.find((source, i) => numberOf(source, i) === number && leads(source));
  return {
    nameOf: (number) => {
      const source = sourceAt(number);
      return source === undefined ? null : text.models.sources.numbered(number, plainName(source.name), source.place ?? "");
    },
    open: (number, link) => {
      const source = sourceAt(number);
      if (source !== undefined) void intents.sources.leadTo(source, link);
    },
  };
}

function headingOf(message: Message | null): string {
  switch (message?.role) {
    case "system":
      return words.instructions;
    case "tool":
      return words.tool;
    default:
      return words.assistant;
  }
}

/**
 * The text, as it comes or as it is kept: the only part of the page that is drawn anew
 * while it grows, and the same elements when it has ended.
 */
function Body({ message, live, thought }: { message: Message | null; live: Live | null; thought: string }) {
  const kept = message?.content ?? "";
  // What is kept stands until the turn that goes on with it has begun.
  const begun = live !== null && hasBegun(live);
  const content = begun ? live.text.value : kept;
  const reasoning = begun && live.reasoning.value !== "" ? live.reasoning.value : thought;
  const streaming = live === null ? message?.status === "streaming" : live.stage.value.kind !== "unsaved" && !isWhole(live);
  return (
    <>
      {reasoning !== "" && <Reasoning content={reasoning} now={streaming && content === ""} />}
      {live !== null && live.tools.value.length > 0 && (
        <ul class="tool-runs">
          {live.tools.value.map(({ call, name, state }) => (
            <li key={call}>
              <Icon node={Wrench} small />
              {words.turn.tool[state](plainName(name))}
            </li>
          ))}
        </ul>
      )}
      <Markdown key="text" text={content} streaming={streaming} />
    </>
  );
}

/** Whether the text is all there and drawn, while it is checked. */
function isWhole(live: Live): boolean {
  return live.checking.value !== null && !live.hasMore();
}

/** What the model thought aloud, folded to a line. */
function Reasoning({ content, now }: { content: string; now: boolean }) {
  return (
    <details class="reasoning unfolds">
      <summary>
        <Icon node={ChevronRight} small />
        {now ? words.turn.reasoningNow : words.turn.reasoning}
      </summary>
      <div class="reasoning-text" dir="auto">
        {content}
      </div>
    </details>
  );
}
