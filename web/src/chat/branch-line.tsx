import { GitBranch } from "lucide";
import { type Origin } from "../history/branch.js";
import { plainName } from "../markdown/signs.js";
import { Icon } from "../shared/icon.js";
import { addressOf } from "../shared/route.js";
import { text } from "../text/en.js";
import type { ChatIntents } from "./intents.js";

/** Where a chat left another one, with the way back. */
export function BranchLine({ origin, intents }: { origin: Origin; intents: ChatIntents }) {
  const open = (event: MouseEvent & { currentTarget: HTMLElement }) => {
    // A reader who asks for a new tab gets one.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void intents.sources.leadTo({ name: origin.name, session: origin.session, message: origin.message }, event.currentTarget, text.models.sources.branchGone);
  };
  return (
    <p class="branch-line">
      <Icon node={GitBranch} small />
      <span>
        {text.chat.branch.from}{" "}
        <a href={addressOf(origin.session)} dir="auto" onClick={open}>
          {plainName(origin.name) || text.chat.unnamed}
        </a>
      </span>
    </p>
  );
}
