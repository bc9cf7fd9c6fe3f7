import { Send, X } from "lucide";
import { Icon } from "../shared/icon.js";
import { sheet } from "../shared/layout.js";
import { go } from "../shared/route.js";
import { Sheet } from "../shared/sheet.js";
import { plainName } from "../markdown/signs.js";
import { text } from "../text/en.js";
import { type Outbox, sendAsked, sendingNow, waiting, waitingNames } from "./outbox.js";

const words = text.offline.outbox;

/** What waits to be sent: where it was asked, how it begins. */
export function OutboxSheet({ outbox }: { outbox: Outbox }) {
  const list = waiting.value;
  const open = (session: string) => {
    sheet.value = null;
    go(session);
  };
  return (
    <Sheet name="outbox" title={words.title} close={words.close} class="outbox" onOpen={() => void outbox.load()}>
      <p class="outbox-note">{list.length === 0 ? words.empty : words.note}</p>
      <ol class="outbox-list">
        {list.map(({ session, message, text: beginning }) => (
          <li key={message}>
            <button type="button" class="outbox-row" title={words.open} onClick={() => open(session)}>
              <span class="outbox-name" dir="auto">
                {plainName(waitingNames.value.get(session) ?? words.unnamed)}
              </span>
              <span class="outbox-text" dir="auto">
                {beginning}
              </span>
            </button>
            <button
              type="button"
              class="plain"
              aria-label={words.cancel(beginning)}
              title={text.offline.waiting.cancel}
              onClick={() => void outbox.cancel(message)}
            >
              <Icon node={X} small />
            </button>
          </li>
        ))}
      </ol>
      {list.length > 0 && (
        <div class="card-tools">
          <button type="button" class="worded first" disabled={sendAsked.value || sendingNow.value !== null} onClick={() => void outbox.sendNow()}>
            <Icon node={Send} small />
            {sendAsked.value ? text.offline.waiting.checking : text.offline.waiting.send}
          </button>
        </div>
      )}
    </Sheet>
  );
}
