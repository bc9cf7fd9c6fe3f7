import { Archive, ArrowLeft, Library, MessageCircleDashed, PanelLeft, Search, SlidersHorizontal, SquarePen, Trash2 } from "lucide";
import { useLayoutEffect, useRef } from "preact/hooks";
import { isUnderWay, lives } from "../chat/turns.js";
import { focusField } from "../composer/field.js";
import { MarkedBar } from "../history/marked-bar.js";
import { SessionList } from "../history/session-list.js";
import { marked, shelf } from "../history/sessions.js";
import { TagFilter } from "../history/tag-filter.js";
import { Icon } from "../shared/icon.js";
import { hinted, keys, labelsOf } from "../shared/keys.js";
import { narrow, openSettings, sheet, showSidebar, sidebarShown } from "../shared/layout.js";
import { addressOf, go, temporary, temporaryAddress } from "../shared/route.js";
import { TemporaryAside } from "../temporary/temporary-bar.js";
import { text } from "../text/en.js";
import type { Intents } from "./intents.js";
import { Mark } from "./mark.js";

interface Props {
  intents: Intents;
}

const words = text.chat.sidebar;

/** Begins a new chat, with the keyboard where it is written. */
export function startNew(): void {
  go(null);
  if (narrow.peek()) showSidebar(false);
  focusField();
}

/** Begins a temporary chat: in this tab, or in another if an answer here would be cut off. */
export function startTemporary(): void {
  if (lives.peek().some((live) => isUnderWay(live))) open(temporaryAddress, "_blank", "noopener");
  else location.assign(temporaryAddress);
}

/** The chats, beside the page or over it. */
export function Sidebar({ intents }: Props) {
  const place = useRef<HTMLElement>(null);
  const over = narrow.value && sidebarShown.value;
  const closer = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (!over) return;
    const before = document.activeElement;
    closer.current?.focus();
    return () => {
      if (before instanceof HTMLElement && (document.activeElement === document.body || place.current?.contains(document.activeElement))) before.focus();
    };
  }, [over]);
  return (
    <nav ref={place} class="sidebar" aria-label={text.chat.list}>
      <div class="side-head">
        <p class="wordmark">
          <Mark />
          <span>{text.name}</span>
        </p>
        <button ref={closer} type="button" class="plain live" aria-label={words.hide} {...hinted("sidebar", words.hide)} onClick={() => showSidebar(false)}>
          <Icon node={PanelLeft} />
        </button>
      </div>
      <Acts intents={intents} />
      {temporary ? <div class="sessions" /> : <SessionList intents={intents.history} />}
      <div class="side-foot">
        {marked.value !== null && <MarkedBar intents={intents.history} />}
        {shelf.value === "active" && marked.value === null && !temporary && (
          <div class="side-shelves">
            <button type="button" class="side-act" onClick={() => intents.history.sessions.show("archived")}>
              <Icon node={Archive} small />
              {words.archive}
            </button>
            <button type="button" class="side-act" onClick={() => intents.history.sessions.show("bin")}>
              <Icon node={Trash2} small />
              {words.bin}
            </button>
          </div>
        )}
        {marked.value === null && (
          <button type="button" class="side-act live" aria-haspopup="dialog" {...hinted("settings", text.chat.settings.open)} onClick={() => openSettings()}>
            <Icon node={SlidersHorizontal} small />
            {text.chat.settings.open}
          </button>
        )}
      </div>
    </nav>
  );
}

/** What can be done above the list: begin a chat, search; or leave the archive or the bin. */
function Acts({ intents }: Props) {
  if (temporary) return <TemporaryAside intents={intents.temporary} />;
  if (shelf.value !== "active") {
    return (
      <div class="side-acts">
        <button type="button" class="side-act" title={words.back} onClick={() => intents.history.sessions.show("active")}>
          <Icon node={ArrowLeft} small />
          <strong>{shelf.value === "bin" ? words.bin : words.archive}</strong>
          <span class="aside">{words.back}</span>
        </button>
        {shelf.value === "archived" && <TagFilter intents={intents.history} />}
      </div>
    );
  }
  return (
    <div class="side-acts">
      <div class="side-new">
        <a class="side-act" href={addressOf(null)} {...hinted("new", text.chat.new)} onClick={(event) => follow(event, startNew)}>
          <Icon node={SquarePen} small />
          {text.chat.new}
        </a>
        <a
          class="plain"
          href={temporaryAddress}
          aria-label={text.chat.temporary.start}
          {...hinted("temporary", text.chat.temporary.start)}
          onClick={(event) => follow(event, startTemporary)}
        >
          <Icon node={MessageCircleDashed} small />
        </a>
      </div>
      <button type="button" class="side-act" aria-haspopup="dialog" {...hinted("search", text.chat.search.title)} onClick={() => (sheet.value = "search")}>
        <Icon node={Search} small />
        {words.search}
        <kbd aria-hidden="true">{labelsOf(keys.value.search).join(" ")}</kbd>
      </button>
      <button type="button" class="side-act" aria-haspopup="dialog" onClick={() => (sheet.value = "library")}>
        <Icon node={Library} small />
        {text.documents.library.title}
      </button>
      <TagFilter intents={intents.history} />
    </div>
  );
}

/** Acts in the place of a link, unless it is wanted in another tab or window. */
function follow(event: MouseEvent, act: () => void): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  act();
}
