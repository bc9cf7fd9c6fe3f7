import { useSignal } from "@preact/signals";
import { CircleStop, FileSearch, MessageSquarePlus, Play, RotateCcw, Scissors, TriangleAlert } from "lucide";
import { useEffect } from "preact/hooks";
import type { Answer as Stats, Message, Problem } from "../core/protocol.gen.js";
import { path } from "../history/conversation.js";
import { plainName } from "../markdown/signs.js";
import { WaitingQuestion } from "../offline/waiting-question.js";
import { copyText } from "../shared/clipboard.js";
import { Icon } from "../shared/icon.js";
import { text } from "../text/en.js";
import type { ChatIntents } from "./intents.js";
import { items } from "./items.js";
import type { Live } from "./live.js";
import { CopyButton } from "./message-actions.js";
import { Waiting } from "./preparing.js";

const words = text.chat.turn;
/** Earlier messages that go along with a question that was too long with all of them. */
const fewer = 2;

/** How far a turn is that has not ended. */
export function LiveState({ live, intents }: { live: Live; intents: ChatIntents }) {
  const stage = live.stage.value;
  const left = useSecondsUntil(stage.kind === "retrying" ? stage.at : 0);
  switch (stage.kind) {
    case "reading":
      return <Waiting stage={stage} said={text.understanding.reading} />;
    case "sending":
    case "thinking":
    case "preparing":
      return <Waiting stage={stage} />;
    case "streaming":
      if (live.text.value === "") return <Waiting stage={stage} />;
      return live.checking.value === null ? null : <Checking step={live.checking.value} />;
    case "retrying":
      return (
        <p class="turn-state figures" data-level="amber">
          <RotateIcon />
          {words.retrying(stage.message, left)}
        </p>
      );
    case "waiting":
      // The question says so, unless the answer stands alone.
      return live.act.kind === "send" ? null : <p class="turn-state">{words.waiting(stage.ahead)}</p>;
    case "unsaved":
      return (
        <div class="turn-state" data-level="brick">
          <Icon node={TriangleAlert} small />
          <p>{words.unsavedNote(stage.message)}</p>
          <CopyButton copy={() => copyText(live.text.peek())} worded />
          <button type="button" class="worded small" onClick={() => intents.turns.cancel(live)}>
            {words.remove}
          </button>
        </div>
      );
    case "unsent":
      return null;
    default:
      return stage satisfies never;
  }
}

/** The answer is there, and is being checked against its sources. */
function Checking({ step }: { step: string }) {
  return (
    <p class="turn-state" data-kind="checking">
      <Icon node={FileSearch} small />
      <span dir="auto">{words.checking(plainName(step))}</span>
    </p>
  );
}

interface Props {
  message: Message;
  stats: Stats;
  /** Only the last answer can go on. */
  last: boolean;
  intents: ChatIntents;
}

/** What an answer came to, if it is not complete. */
export function Outcome({ message, stats, last, intents }: Props) {
  if (stats.waiting) return <WaitingQuestion message={message} outbox={intents.outbox} />;
  if (message.status === "failed") return <Failure message={message} problem={stats.problem} last={last} intents={intents} />;
  const cut = message.status === "complete" && stats.finish === "length";
  if (message.status !== "stopped" && !cut) return null;
  return (
    <div class="turn-state">
      <Icon node={cut ? Scissors : CircleStop} small />
      <p>{cut ? words.cut : words.stopped}</p>
      {last && stats.turn !== undefined && (
        <button type="button" class="worded small" onClick={() => intents.turns.resume(message)}>
          <Icon node={Play} small />
          {words.resume}
        </button>
      )}
    </div>
  );
}

function Failure({ message, problem, last, intents }: Omit<Props, "stats"> & { problem: Problem | undefined }) {
  const left = useSecondsUntil(message.updatedAt + 1000 * (problem?.retryAfter ?? 0));
  const tooLarge = problem?.code === "too_large";
  // What is there stays, and the rest comes behind it.
  const begun = message.content !== "";
  const askElsewhere = () => {
    const question = items.peek().find((item) => item.message?.uid === message.parent)?.message;
    if (question) intents.composing.askElsewhere(question.content);
  };
  return (
    <div class="failure">
      <Icon node={TriangleAlert} />
      <div>
        <p>{problem?.message ?? words.failed}</p>
        {last && (
          <div class="card-tools">
            {tooLarge && (
              <button type="button" class="worded small first" onClick={() => intents.turns.resume(message, { maxMessages: fewer })}>
                {words.fewer}
              </button>
            )}
            {tooLarge && (
              <button type="button" class="worded small" onClick={askElsewhere}>
                <Icon node={MessageSquarePlus} small />
                {words.elsewhere}
              </button>
            )}
            <button type="button" class="worded small figures" disabled={left > 0} onClick={() => intents.turns.resume(message)}>
              <Icon node={begun ? Play : RotateCcw} small />
              {begun ? (left > 0 ? words.resumeIn(left) : words.resume) : left > 0 ? words.retryIn(left) : words.retry}
            </button>
          </div>
        )}
      </div>
    </div>
  );
}

/** A question without an answer, as a branch that begins at it, one from elsewhere, or one whose answer was deleted. */
export function Unanswered({ question, intents }: { question: Message; intents: ChatIntents }) {
  const answer = () => {
    const deleted = path.peek()?.messages.find(({ parent }) => parent === question.uid);
    if (deleted === undefined) intents.turns.answer(question);
    else intents.turns.again(deleted);
  };
  return (
    <div class="turn-state">
      <p>{words.unanswered}</p>
      <button type="button" class="worded small" onClick={answer}>
        <Icon node={Play} small />
        {words.answer}
      </button>
    </div>
  );
}

function RotateIcon() {
  return <Icon node={RotateCcw} small />;
}

/** Whole seconds until a time in Unix milliseconds, counted down; 0 from then on. */
function useSecondsUntil(at: number): number {
  const now = useSignal(Date.now());
  const open = at > now.value;
  useEffect(() => {
    now.value = Date.now();
    if (at <= Date.now()) return;
    const timer = setInterval(() => (now.value = Date.now()), 250);
    return () => clearInterval(timer);
  }, [at, open]);
  return Math.max(0, Math.ceil((at - now.value) / 1000));
}
