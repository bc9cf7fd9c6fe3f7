import { ArchiveRestore, Ellipsis, GitBranch, Trash2 } from "lucide";
import type { Session } from "../core/protocol.gen.js";
import { Icon } from "../shared/icon.js";
import { narrow, showSidebar } from "../shared/layout.js";
import { memo } from "../shared/memo.js";
import { openMenu } from "../shared/menu.js";
import { addressOf, go } from "../shared/route.js";
import { plainName } from "../markdown/signs.js";
import { text } from "../text/en.js";
import { isBranch } from "./branch.js";
import type { HistoryIntents } from "./intents.js";
import { ChatNameField } from "./name-field.js";
import { choicesOf } from "./session-choices.js";
import { type ListedShelf } from "./sessions.js";

interface Props {
  session: Session;
  shelf: ListedShelf;
  current: boolean;
  renamed: boolean;
  /** Whether it is marked; null if nothing can be. */
  marked: boolean | null;
  intents: HistoryIntents;
}

const words = text.chat.sidebar;

/** One chat of the list: a link to it, and what can be done with it. */
export const SessionRow = memo(function SessionRow({ session, shelf, current, renamed, marked, intents }: Props) {
  const name = plainName(session.name) || text.chat.unnamed;
  const tags = (session.tags ?? []).map(plainName);
  const open = (event: MouseEvent) => {
    // A reader who asks for a new tab gets one.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go(session.uid);
    if (narrow.peek()) showSidebar(false);
  };
  if (renamed) {
    return (
      <li class="session">
        <ChatNameField session={session} intents={intents} />
      </li>
    );
  }
  const mark = (event: MouseEvent & { currentTarget: HTMLInputElement }) => intents.sessions.mark(session.uid, event.currentTarget.checked, event.shiftKey);
  // For good: asked once more, where the pointer is.
  const purge = (event: MouseEvent & { currentTarget: HTMLElement }) => {
    openMenu(event.currentTarget, name, [{ label: words.purge, icon: Trash2, danger: true, act: () => void intents.sessions.purge(session.uid) }]);
  };
  if (shelf === "bin") {
    return (
      <li class="session session-binned">
        <span class="session-name" dir="auto">
          {name}
        </span>
        <button type="button" class="plain" aria-label={`${words.restore}: ${name}`} title={words.restore} onClick={() => intents.sessions.restore(session.uid)}>
          <Icon node={ArchiveRestore} small />
        </button>
        <button type="button" class="plain" aria-label={`${words.purge}: ${name}`} title={words.purge} aria-haspopup="menu" onClick={purge}>
          <Icon node={Trash2} small />
        </button>
      </li>
    );
  }
  if (marked !== null) {
    return (
      <li class="session" data-current={marked ? "" : undefined}>
        <label class="session-name session-mark">
          <input type="checkbox" checked={marked} onClick={mark} />
          <span dir="auto">{name}</span>
        </label>
      </li>
    );
  }
  return (
    <li class="session" data-current={current ? "" : undefined}>
      <a class="session-name" dir="auto" href={addressOf(session.uid)} aria-current={current ? "page" : undefined} title={name} onClick={open}>
        {/* The end of a long name, which says so too, is cut off. */}
        {isBranch(session) && <Icon node={GitBranch} small />}
        {/* As in the head: another name is another element. */}
        {tags.length === 0 ? <span key={name}>{name}</span> : <TaggedName key={name} name={name} tags={tags} />}
      </a>
      <button
        type="button"
        class="plain session-more"
        aria-label={text.chat.sessions.menu(name)}
        aria-haspopup="menu"
        onClick={(event) => openMenu(event.currentTarget, name, choicesOf(session, "list", intents))}
      >
        <Icon node={Ellipsis} small />
      </button>
    </li>
  );
});

function TaggedName({ name, tags }: { name: string; tags: readonly string[] }) {
  return (
    <span class="session-tagged">
      <span dir="auto">{name}</span>
      <span class="session-tags" dir="auto" title={tags.join(", ")}>
        <span class="aside">{text.chat.tags.has}</span>
        {tags.join(", ")}
      </span>
    </span>
  );
}
