import { useComputed } from "@preact/signals";
import { Archive, ArchiveRestore, FileDown, Tag, Trash2 } from "lucide";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { whenDrawn } from "../shared/drawn.js";
import { onEscape } from "../shared/escape.js";
import { Icon } from "../shared/icon.js";
import { text } from "../text/en.js";
import type { HistoryIntents } from "./intents.js";
import { listed, marked, shelf } from "./sessions.js";
import { showTags } from "./tags.js";

const words = text.chat.sessions;

/** What can be done with the chats that are marked. Escape unmarks them. */
export function MarkedBar({ intents: { sessions } }: { intents: HistoryIntents }) {
  const bar = useRef<HTMLDivElement>(null);
  // One that has left the list, here or in another tab, is not among them any more.
  const chosen = useComputed(() => (listed.value ?? []).filter(({ uid }) => marked.value?.has(uid)));
  const count = chosen.value.length;
  const all = count > 0 && count === listed.value?.length;
  const archived = shelf.value === "archived";
  const close = () => {
    marked.value = null;
    whenDrawn(() => document.querySelector<HTMLElement>(".sidebar a.session-name")?.focus());
  };
  const act = (work: (uids: string[]) => void) => () => {
    work(chosen.peek().map(({ uid }) => uid));
    close();
  };
  useEffect(() => onEscape(() => (marked.peek() === null ? false : (close(), true))), []);
  // The menu that led here has given the focus to what is gone.
  useLayoutEffect(() => bar.current?.closest(".sidebar")?.querySelector<HTMLElement>(".session-mark > input:checked")?.focus(), []);
  return (
    <div ref={bar} class="marked" role="group" aria-label={words.markedActs}>
      <p class="marked-head">
        <span role="status">{words.marked(count)}</span>
        <button type="button" class="worded small" onClick={() => (all ? (marked.value = new Set()) : void sessions.markAll())}>
          {all ? words.markNone : words.markAll}
        </button>
        <button type="button" class="worded small" onClick={close}>
          {words.done}
        </button>
      </p>
      <div class="marked-acts">
        <button type="button" class="side-act" disabled={count === 0} onClick={() => sessions.export(chosen.peek())}>
          <Icon node={FileDown} small />
          {words.exportMarked}
        </button>
        <button type="button" class="side-act" aria-haspopup="dialog" disabled={count === 0} onClick={() => showTags(chosen.peek())}>
          <Icon node={Tag} small />
          {text.chat.tags.menu}
        </button>
        <button type="button" class="side-act" disabled={count === 0} onClick={act((uids) => sessions.archive(uids, !archived))}>
          <Icon node={archived ? ArchiveRestore : Archive} small />
          {archived ? words.unarchive : words.archive}
        </button>
        <button type="button" class="side-act side-danger" disabled={count === 0} onClick={act((uids) => sessions.remove(uids))}>
          <Icon node={Trash2} small />
          {words.delete}
        </button>
      </div>
    </div>
  );
}
