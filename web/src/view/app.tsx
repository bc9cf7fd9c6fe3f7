import { useComputed } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { compact, narrow, piecesShown, showSidebar, sidebarShown } from "../layout.js";
import { session as shown } from "../route.js";
import { text } from "../text/en.js";
import { livesHere } from "../turns.js";
import type { Intents } from "../wiring.js";
import { Announcer } from "./announcer.js";
import { Composer } from "./composer.js";
import { ConversationView, ToNewest } from "./conversation-view.js";
import { CrashCard } from "./crash-card.js";
import { Header } from "./header.js";
import { HelpSheet } from "./help-sheet.js";
import { HostCard } from "./host-card.js";
import { Intro } from "./intro.js";
import { MemorySheet } from "./memory-sheet.js";
import { Menu } from "./menu.js";
import { OutboxSheet } from "./outbox-sheet.js";
import { PiecesPanel } from "./pieces-panel.js";
import { RememberedSheet } from "./remembered-sheet.js";
import { SearchSheet } from "./search-sheet.js";
import { SettingsSheet } from "./settings-sheet.js";
import { SharedCard } from "./shared-card.js";
import { listenForShortcuts } from "./shortcuts.js";
import { Sidebar } from "./sidebar.js";
import { StatusLine } from "./status-line.js";
import { StorageCards } from "./storage-cards.js";
import { StorageSheet } from "./storage-sheet.js";
import { listenForSwipes } from "./swipe.js";
import { TagsSheet } from "./tags-sheet.js";
import { LeavingSheet, TemporaryBar } from "./temporary-bar.js";
import { ToastPlace } from "./toast.js";
import { UpdateCard } from "./update-card.js";

interface Props {
  intents: Intents;
}

/** The page. Its first rendering takes over the shell that index.html has painted. */
export function App({ intents }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const isNew = useComputed(() => shown.value === null && livesHere.value.length === 0);
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
            {isNew.value ? <Intro ask={(question) => intents.composing.ask(question)} /> : <ConversationView key="log" box={box} intents={intents} />}
          </div>
          {piecesShown.value && compact.value && <PiecesPanel intents={intents} />}
          <div class="dock">
            <div class="column">
              {!isNew.value && <ToNewest intents={intents} />}
              <ToastPlace />
              <CrashCard restart={intents.restart} />
              <StorageCards storage={intents.storage} />
              <UpdateCard intents={intents} />
              <HostCard intents={intents} />
              <SharedCard intents={intents} />
              <TemporaryBar intents={intents} />
              <Composer intents={intents} />
              <StatusLine intents={intents} />
            </div>
          </div>
        </main>
      </div>
      {piecesShown.value && !compact.value && <PiecesPanel intents={intents} />}
      {over.value && <div class="scrim" onClick={() => showSidebar(false)} />}
      <Announcer />
      <Menu />
      <HelpSheet />
      <SettingsSheet intents={intents} />
      <SearchSheet intents={intents} />
      <MemorySheet intents={intents} />
      <RememberedSheet intents={intents} />
      <OutboxSheet intents={intents} />
      <StorageSheet intents={intents} />
      <TagsSheet intents={intents} />
      <LeavingSheet intents={intents} />
    </>
  );
}
