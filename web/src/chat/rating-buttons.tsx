import type { Signal } from "@preact/signals";
import { ThumbsDown, ThumbsUp } from "lucide";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Feedback, Message } from "../core/protocol.gen.js";
import { Icon } from "../shared/icon.js";
import { isComposing } from "../shared/send-key.js";
import { text } from "../text/en.js";
import type { ChatIntents } from "./intents.js";
import { longestReason } from "./rating.js";

interface Props {
  message: Message;
  feedback: Feedback | undefined;
  /** Whether the reason is being written. */
  writing: Signal<boolean>;
  intents: ChatIntents;
}

const words = text.chat.feedback;

/** Good or bad: pressed again, a word is taken back. */
export function RatingButtons({ message, feedback, writing, intents }: Props) {
  const press = (up: boolean) => {
    const again = feedback?.up === up;
    writing.value = !up && !again;
    void intents.rating.rate(message, again ? null : { up });
  };
  const button = (up: boolean, label: string) => (
    <button type="button" class="plain" aria-label={label} title={label} aria-pressed={feedback?.up === up} onClick={() => press(up)}>
      <Icon node={up ? ThumbsUp : ThumbsDown} small />
    </button>
  );
  return (
    <>
      {button(true, words.up)}
      {button(false, words.down)}
    </>
  );
}

/** Why an answer was bad: a field after the word, then a line that a press makes a field again. */
export function RatingReason({ message, feedback, writing, intents }: Props) {
  if (feedback === undefined || feedback.up) return null;
  if (writing.value) return <ReasonField message={message} feedback={feedback} writing={writing} intents={intents} />;
  return (
    <button type="button" class="rating-reason" onClick={() => (writing.value = true)}>
      <span dir="auto">{feedback.reason ?? words.addReason}</span>
    </button>
  );
}

/** Leaving the field keeps what is in it; Escape does not. */
function ReasonField({ message, feedback: { reason = "" }, writing, intents }: Props & { feedback: Feedback }) {
  const field = useRef<HTMLInputElement>(null);
  const open = useRef(true);
  useLayoutEffect(() => field.current?.focus(), []);
  const end = (keep: boolean) => {
    if (!open.current) return;
    open.current = false;
    const now = field.current?.value.trim() ?? "";
    if (keep && now !== reason) void intents.rating.rate(message, { up: false, ...(now === "" ? {} : { reason: now }) });
    writing.value = false;
  };
  return (
    <input
      ref={field}
      class="name-field rating-field"
      dir="auto"
      maxLength={longestReason}
      aria-label={words.reason}
      placeholder={words.reason}
      defaultValue={reason}
      onBlur={() => end(true)}
      onKeyDown={(event) => {
        if (isComposing(event)) return;
        if (event.key === "Enter") end(true);
        else if (event.key === "Escape") end(false);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
