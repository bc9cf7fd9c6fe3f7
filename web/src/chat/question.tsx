import { useSignal } from "@preact/signals";
import { Clock, Pencil, RotateCcw, X } from "lucide";
import { useEffect, useRef } from "preact/hooks";
import { answerOf, documentsOf } from "../core/decode.js";
import type { Message } from "../core/protocol.gen.js";
import { QuestionDocuments } from "../documents/chips.js";
import type { Named } from "../documents/documents.js";
import { copyText } from "../shared/clipboard.js";
import { plainName } from "../markdown/signs.js";
import { Icon } from "../shared/icon.js";
import { memo } from "../shared/memo.js";
import { text } from "../text/en.js";
import { edited } from "./composing.js";
import { EditQuestion } from "./edit-question.js";
import type { ChatIntents } from "./intents.js";
import { type Live, wordsOf } from "./live.js";
import { CopyButton, MoreButton, PinButton, Versions } from "./message-actions.js";
import { RouteLine } from "./parts.js";
import { UnderstoodLine } from "./understood-line.js";

interface Props {
  row: string;
  message: Message | null;
  live: Live | null;
  edited: boolean;
  /** Whether nothing follows its answer. */
  last: boolean;
  /** What comes of it, kept or on its way. */
  answer: Message | null;
  turn: Live | null;
  intents: ChatIntents;
}

const words = text.chat.turn;

/** What the reader has asked: a soft block at the end of the line. */
export const Question = memo(function Question({ row, message, live, edited: isEdited, last, answer, turn, intents }: Props) {
  const sent = live?.act.kind === "send" ? live.act : null;
  const content = message?.content ?? (sent === null ? "" : wordsOf(sent));
  const came = message === null ? (sent?.documents ?? []) : documentsOf(message.metadata);
  const understood = answerOf(answer?.metadata)?.understood;
  return (
    <article class="turn question" data-key={row}>
      <h2 class="aside">{text.chat.you}</h2>
      {isEdited && message !== null ? (
        <EditQuestion message={message} intents={intents} />
      ) : (
        <>
          {came.length > 0 && <QuestionDocuments documents={came} />}
          <Block content={content} />
          <UnderstoodLine question={content} answer={answer} live={turn} intents={intents} />
          {understood !== undefined && (understood.routes ?? understood.offer) !== undefined && answer !== null && turn === null && <RouteLine understood={understood} answer={answer} last={last} intents={intents} />}
          {message === null && live !== null ? (
            <Sending live={live} intents={intents} />
          ) : (
            message !== null && (
              <div class="acts acts-end" role="group" aria-label={text.chat.actions.label}>
                <CopyButton copy={() => copyText(withNames(content, came))} />
                <button type="button" class="plain" aria-label={text.chat.actions.edit} title={text.chat.actions.edit} onClick={() => (edited.value = message.uid)}>
                  <Icon node={Pencil} small />
                </button>
                <PinButton message={message} intents={intents} />
                <Versions message={message} intents={intents} />
                {turn === null && live === null && <MoreButton message={message} along={answer} intents={intents} />}
              </div>
            )
          )}
        </>
      )}
    </article>
  );
});

/** What is copied of a question. */
function withNames(content: string, documents: readonly Named[]): string {
  return documents.length === 0 ? content : `${content}\n\n${text.documents.attachedWith(documents.map(({ name }) => plainName(name)))}`;
}

/** The text as it was written. A long one is folded. */
function Block({ content }: { content: string }) {
  const block = useRef<HTMLDivElement>(null);
  const folds = useSignal(false);
  const open = useSignal(false);
  useEffect(() => {
    // Told, not asked: to measure a row that is not in sight, the browser would have to lay it out.
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined && !open.peek()) folds.value = entry.target.scrollHeight > entry.target.clientHeight + 24;
    });
    if (block.current !== null) observer.observe(block.current);
    return () => observer.disconnect();
  }, [content]);
  return (
    <div class="bubble" data-open={open.value ? "" : undefined} data-folds={folds.value ? "" : undefined}>
      <div ref={block} class="bubble-text" dir="auto">
        {content}
      </div>
      {folds.value && (
        <button type="button" class="bubble-more" aria-expanded={open.value} onClick={() => (open.value = !open.value)}>
          {open.value ? words.less : words.more}
        </button>
      )}
    </div>
  );
}

/** Why a question is not kept yet. */
function Sending({ live, intents }: { live: Live; intents: ChatIntents }) {
  const stage = live.stage.value;
  if (stage.kind === "waiting") {
    return (
      <p class="turn-state turn-state-end">
        <Icon node={Clock} small />
        {words.waiting(stage.ahead)}
        <button type="button" class="worded small" onClick={() => intents.turns.cancel(live)}>
          {words.cancel}
        </button>
      </p>
    );
  }
  // The room of what can be done with it, so that the answer does not move when it is kept.
  if (stage.kind !== "unsent") return <div class="acts acts-end" />;
  return (
    <div class="turn-state turn-state-end" data-level="brick">
      <p>{stage.message}</p>
      <button type="button" class="worded small" onClick={() => intents.turns.retry(live)}>
        <Icon node={RotateCcw} small />
        {words.retry}
      </button>
      <button type="button" class="worded small" onClick={() => intents.composing.takeBack(live)}>
        <Icon node={Pencil} small />
        {words.edit}
      </button>
      <button type="button" class="plain" aria-label={words.remove} onClick={() => intents.turns.cancel(live)}>
        <Icon node={X} small />
      </button>
    </div>
  );
}
