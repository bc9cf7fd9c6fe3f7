import { Archive, ArchiveRestore, FileDown, FileText, FoldVertical, ListChecks, NotebookText, Pencil, Pin, PinOff, Printer, SlidersHorizontal, Tag, Trash2 } from "lucide";
import { signal } from "@preact/signals";
import type { Session } from "../core/protocol.gen.js";
import { wantedLayer } from "../settings/settings.js";
import { openSettings, sheet } from "../shared/layout.js";
import type { Choice } from "../shared/menu.js";
import { session as shown } from "../shared/route.js";
import { text } from "../text/en.js";
import type { HistoryIntents } from "./intents.js";
import { showTags } from "./tags.js";

const words = text.chat.sessions;

/** The chat whose name is being written, in the sidebar or in the head. */
export const renaming = signal<{ session: string; where: "list" | "head" } | null>(null);

/** Shows the settings of the chat that is shown. */
function showSettings(): void {
  wantedLayer.value = "session";
  openSettings("models");
}

/** What can be done with a chat. */
export function choicesOf(session: Session, where: "list" | "head", intents: HistoryIntents): Choice[] {
  const { sessions, showRemembered } = intents;
  const { uid, pinned, archived } = session;
  const choices: Choice[] = [
    { label: words.rename, icon: Pencil, act: () => (renaming.value = { session: uid, where }) },
    { label: pinned ? words.unpin : words.pin, icon: pinned ? PinOff : Pin, act: () => sessions.pin(uid, !pinned) },
    { label: text.chat.tags.menu, icon: Tag, act: () => showTags([session]) },
    { label: archived ? words.unarchive : words.archive, icon: archived ? ArchiveRestore : Archive, act: () => sessions.archive([uid], !archived) },
  ];
  if (where === "list") choices.push({ label: words.select, icon: ListChecks, act: () => sessions.mark(uid) });
  choices.push(
    { label: words.saveMarkdown, icon: FileText, act: () => sessions.export([session], true), begins: true },
    { label: words.export, icon: FileDown, act: () => sessions.export([session]) },
    { label: words.print, icon: Printer, act: () => intents.print(session) },
  );
  if (uid === shown.peek()) {
    choices.push(
      { label: text.memory.sheet.menu, icon: FoldVertical, act: () => (sheet.value = "memory"), begins: true },
      { label: text.understanding.remembered.menu, icon: NotebookText, act: showRemembered },
      { label: words.settings, icon: SlidersHorizontal, act: showSettings },
    );
  }
  return [...choices, { label: words.delete, icon: Trash2, act: () => sessions.remove([uid]), danger: true, begins: true }];
}
