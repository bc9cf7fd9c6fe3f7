import { Clock, Send, X } from "lucide";
import type { Message } from "../core/protocol.gen.js";
import { Icon } from "../shared/icon.js";
import { text } from "../text/en.js";
import { type Outbox, sendAsked, sendingNow } from "./outbox.js";

const words = text.offline.waiting;

/** A question that waits to be sent, where its answer will be. */
export function WaitingQuestion({ message, outbox }: { message: Message; outbox: Outbox }) {
  const now = sendingNow.value === message.uid;
  return (
    <div class="waiting">
      <p>
        <Icon node={Clock} small />
        <span class="waiting-title">{now ? words.sending : words.title}</span>
        {!now && <span class="waiting-note">{words.behind}</span>}
      </p>
      <div class="waiting-tools">
        <button type="button" class="worded small" disabled={now || sendAsked.value} onClick={() => void outbox.sendNow()}>
          <Icon node={Send} small />
          {sendAsked.value && !now ? words.checking : words.send}
        </button>
        <button type="button" class="worded small" onClick={() => void outbox.cancel(message.uid)}>
          <Icon node={X} small />
          {words.cancel}
        </button>
      </div>
    </div>
  );
}
