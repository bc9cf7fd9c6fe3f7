import { useComputed } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ConversationView, ToNewest } from "../chat/conversation-view.js";
import { Intro } from "../chat/intro.js";
import { emptied } from "../chat/items.js";
import { livesHere } from "../chat/turns.js";
import { Composer } from "../composer/composer.js";
import { DocumentPane } from "../documents/parts.js";
import { opened } from "../documents/opened.js";
import { missing } from "../history/sessions.js";
import { HostCard } from "../models/host-card.js";
import { SharedCard } from "../offline/shared-card.js";
import { UpdateCard } from "../offline/update-card.js";
import { PiecesPanel } from "../pieces/parts.js";
import { compact, narrow, piecesShown, showSidebar, sidebarShown } from "../shared/layout.js";
import { Menu } from "../shared/menu.js";
import { session as shown } from "../shared/route.js";
import { ToastPlace } from "../shared/toast-place.js";
import { StorageCards } from "../storage/storage-cards.js";
import { TemporaryBar } from "../temporary/temporary-bar.js";
import { text } from "../text/en.js";
import { Announcer } from "./announcer.js";
import { CrashCard } from "./crash-card.js";
import { Header } from "./header.js";
import type { Intents } from "./intents.js";
import { Sheets } from "./parts.js";
import { listenForShortcuts } from "./shortcuts.js";
import { Sidebar } from "./sidebar.js";
import { StatusLine } from "./status-line.js";
import { listenForSwipes } from "./swipe.js";

interface Props {
  intents: Intents;
}

/** The page. Its first rendering takes over the shell that index.html has painted. */
export function App({ intents }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const isNew = useComputed(() => shown.value === null && livesHere.value.length === 0);
  const isBlank = useComputed(() => isNew.value || emptied.value);
  const over = useComputed(() => narrow.value && sidebarShown.value);

  useEffect(() => listenForShortcuts(intents), []);
  useEffect(listenForSwipes, []);

  return (
    <>
      <a class="skip" href="#field">
        {text.skip}
      </a>
      <Sidebar intents={intents} />
      <div class="stage" inert={over.value}>
        <Header intents={intents} />
        <main class="work">
          <div ref={box} class="read">
            {isBlank.value ? <Intro intents={intents.chat} models={intents.models.models} ready={intents.warm} /> : <ConversationView key="log" box={box} intents={intents.chat} />}
          </div>
          {piecesShown.value && compact.value && <PiecesPanel decode={intents.decode} />}
          <div class="dock">
            <div class="column" data-missing={missing.value ? "" : undefined}>
              {!isBlank.value && <ToNewest intents={intents.chat} />}
              <ToastPlace />
              <CrashCard restart={intents.restart} />
              <StorageCards storage={intents.storage} isNew={isNew.value} />
              <UpdateCard intents={intents.update} />
              <HostCard intents={intents.models} isNew={isNew.value} />
              <SharedCard files={intents.composer.files} />
              <TemporaryBar intents={intents.temporary} />
              <Composer intents={intents.composer} />
              <StatusLine intents={intents} />
            </div>
          </div>
        </main>
      </div>
      {opened.value !== null && <DocumentPane documents={intents.chat.documents} />}
      {piecesShown.value && !compact.value && opened.value === null && <PiecesPanel decode={intents.decode} />}
      {over.value && <div class="scrim" onClick={() => showSidebar(false)} />}
      <Announcer />
      <Menu />
      <Sheets intents={intents} />
    </>
  );
}
