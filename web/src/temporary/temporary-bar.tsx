import { ArrowLeft, MessageCircleDashed, Save } from "lucide";
import { answering } from "../chat/turns.js";
import { Icon } from "../shared/icon.js";
import { sheet } from "../shared/layout.js";
import { addressOf, temporary } from "../shared/route.js";
import { Sheet } from "../shared/sheet.js";
import { text } from "../text/en.js";
import { type Temporary, keeping, losing } from "./temporary.js";

interface Props {
  intents: Temporary;
}

const words = text.chat.temporary;

/** Says over the field of a temporary chat what it is, and keeps it if that is wanted. */
export function TemporaryBar({ intents }: Props) {
  if (!temporary) return null;
  return (
    <div class="temporary" role="note">
      <Icon node={MessageCircleDashed} small />
      <p>{words.note}</p>
      {losing.value > 0 && <KeepButton intents={intents} />}
    </div>
  );
}

function KeepButton({ intents, first = false }: Props & { first?: boolean }) {
  return (
    <button type="button" class={first ? "worded first" : "worded small"} disabled={keeping.value || answering.value} onClick={() => void intents.keep()}>
      <Icon node={Save} small />
      {keeping.value ? words.keeping : words.keep}
    </button>
  );
}

/** In the place of the list: a temporary chat knows no other. */
export function TemporaryAside({ intents }: Props) {
  return (
    <div class="side-acts">
      <a
        class="side-act"
        href={addressOf(null)}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          intents.leave(addressOf(null));
        }}
      >
        <Icon node={ArrowLeft} small />
        {words.back}
      </a>
      <p class="sessions-note">{words.aside}</p>
    </div>
  );
}

/** What is lost if the reader goes, and the ways there are. */
export function LeavingSheet({ intents }: Props) {
  return (
    <Sheet name="leaving" title={words.leaveTitle} close={words.stay} class="leaving">
      <p>{words.lost(losing.value)}</p>
      <div class="card-tools">
        <KeepButton intents={intents} first />
        <button type="button" class="worded" onClick={() => intents.agree()}>
          {words.leave}
        </button>
        <button type="button" class="worded" onClick={() => (sheet.value = null)}>
          {words.stay}
        </button>
      </div>
    </Sheet>
  );
}
