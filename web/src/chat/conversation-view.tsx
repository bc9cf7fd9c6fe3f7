import { ArrowDown } from "lucide";
import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import { focusField } from "../composer/field.js";
import { origin } from "../history/branch.js";
import { atEnd } from "../history/conversation.js";
import { missing } from "../history/sessions.js";
import { whenDrawn } from "../shared/drawn.js";
import { Icon } from "../shared/icon.js";
import { addressOf, go, session as shown } from "../shared/route.js";
import { text } from "../text/en.js";
import { Answer } from "./answer.js";
import { BranchLine } from "./branch-line.js";
import { edited } from "./composing.js";
import { Divider } from "./divider.js";
import type { ChatIntents } from "./intents.js";
import { items } from "./items.js";
import { Unanswered } from "./outcome.js";
import { Question } from "./question.js";
import { livesHere } from "./turns.js";
import { following, toEnd, unseen, useFollow } from "./use-follow.js";

interface Props {
  box: RefObject<HTMLElement | null>;
  intents: ChatIntents;
}

/** What was asked and answered, one below the other. */
export function ConversationView({ box, intents }: Props) {
  const log = useRef<HTMLDivElement>(null);
  useFollow(box, log, intents);
  const list = items.value;
  const last = list.at(-1);
  const from = origin.value;
  const unanswered = last?.message?.role === "user" && livesHere.value.length === 0 && atEnd.value;
  return (
    <div ref={log} class="log column">
      {missing.value && <Gone />}
      {list.map(({ key, message, live, pending, divider }, i) => {
        const left = from !== null && message?.depth === from.messages - 1 ? <BranchLine key="branch" origin={from} intents={intents} /> : null;
        if (divider !== undefined) return <Divider key={key} row={key} {...divider} intents={intents} />;
        const isLast = i >= list.length - 1;
        const next = list[i + 1];
        const isAnswer = next !== undefined && !next.pending && next.message?.role !== "user";
        const row =
          pending || message?.role === "user" ? (
            <Question
              key={key}
              row={key}
              message={message}
              live={live}
              edited={message !== null && edited.value === message.uid}
              last={i >= list.length - 2}
              answer={isAnswer ? next.message : null}
              turn={isAnswer ? next.live : null}
              intents={intents}
            />
          ) : (
            <Answer key={key} row={key} message={message} live={live} last={isLast} intents={intents} />
          );
        return left === null ? row : [row, left];
      })}
      {unanswered && last?.message && <Unanswered question={last.message} intents={intents} />}
    </div>
  );
}

/** What stands in the place of a chat that is not there. */
function Gone() {
  const begin = (event: MouseEvent) => {
    // A reader who asks for a new tab gets one.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go(null);
    // It is in sight again once that is drawn.
    whenDrawn(focusField);
  };
  return (
    <div class="log-note">
      <p>{text.chat.goneNote}</p>
      <p>
        <a class="linked" href={addressOf(null)} onClick={begin}>
          {text.chat.goneNew}
        </a>
      </p>
    </div>
  );
}

/** Leads back to the end, from wherever the reader has gone. */
export function ToNewest({ intents }: { intents: ChatIntents }) {
  if (following.value && atEnd.value) return null;
  const go = () => {
    if (atEnd.peek()) toEnd();
    else void intents.conversation.open(shown.peek()).then(toEnd);
  };
  return (
    <button type="button" class="newest" aria-label={text.chat.toNewest} onClick={go}>
      <Icon node={ArrowDown} small />
      {unseen.value && text.chat.newest}
    </button>
  );
}
