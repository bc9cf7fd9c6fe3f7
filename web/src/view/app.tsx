import { useComputed } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { pieces, written } from "../state.js";
import { text } from "../text/en.js";
import type { Intents } from "../wiring.js";
import { Announcer } from "./announcer.js";
import { Composer } from "./composer.js";
import { CrashCard } from "./crash-card.js";
import { Header } from "./header.js";
import { HelpSheet } from "./help-sheet.js";
import { Intro } from "./intro.js";
import { PiecesPanel } from "./pieces-panel.js";
import { listenForShortcuts } from "./shortcuts.js";
import { StatusLine } from "./status-line.js";
import { StorageCards } from "./storage-cards.js";
import { StorageSheet } from "./storage-sheet.js";

interface Props {
  intents: Intents;
}

/** The page. Its first rendering takes over the shell that index.html has painted. */
export function App({ intents }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const divided = useComputed(() => pieces.value !== null && written.value !== "");

  useEffect(() => listenForShortcuts(() => field.current?.focus()), []);

  const fill = useMemo(
    () => (example: string) => {
      const element = field.current;
      if (element === null) return;
      element.focus();
      // As if typed, so that undo brings back what stood there before.
      element.select();
      if (document.execCommand("insertText", false, example)) return;
      element.value = example;
      element.dispatchEvent(new InputEvent("input", { bubbles: true }));
    },
    [],
  );

  return (
    <>
      <a class="skip" href="#field">
        {text.skip}
      </a>
      <Header />
      <main class="work">
        <div class="read">{divided.value ? <PiecesPanel intents={intents} /> : <Intro fill={fill} />}</div>
        <div class="dock">
          <div class="column">
            <CrashCard restart={intents.restart} />
            <StorageCards storage={intents.storage} />
            <Composer field={field} intents={intents} />
            <StatusLine retry={intents.retry} />
          </div>
        </div>
      </main>
      <Announcer />
      <HelpSheet />
      <StorageSheet intents={intents} />
    </>
  );
}
