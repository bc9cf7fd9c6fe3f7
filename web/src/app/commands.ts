// What can be chosen while writing: commands behind "/", models behind "@". None of it is
// new: each does what a button, a menu or a shortcut does.

import { Bot, Copy, Database, HardDrive, Keyboard, Library, MessageCircleDashed, MessageCircleQuestion, Monitor, Moon, Paperclip, PanelLeft, Pencil, RefreshCw, Search, SlidersHorizontal, Square, SquarePen, Sun, WholeWord } from "lucide";
import type { ChatIntents } from "../chat/intents.js";
import { answering } from "../chat/turns.js";
import { sources } from "../composer/attached.js";
import type { Entry, Own } from "../composer/entries.js";
import { toggle } from "../composer/source-chips.js";
import type { HistoryIntents } from "../history/intents.js";
import { choicesOf } from "../history/session-choices.js";
import { openSession } from "../history/sessions.js";
import { providers } from "../models/host.js";
import type { PickerIntents } from "../models/intents.js";
import { showModels } from "../models/model-files.js";
import { modelName } from "../models/model-name.js";
import { placeOf } from "../models/model-select.js";
import { plainName } from "../markdown/signs.js";
import { announce } from "../shared/announce.js";
import { openSettings, sheet, togglePieces, toggleSidebar } from "../shared/layout.js";
import { session as shown, temporary } from "../shared/route.js";
import { text } from "../text/en.js";
import type { Intents } from "./intents.js";
import { copyLast, lastAnswer } from "./shortcuts.js";
import { startNew, startTemporary } from "./sidebar.js";
import { chooseTheme, theme, themes } from "./theme.js";

const words = text.commands;
const { also } = words;
const themeIcons = { light: Sun, dark: Moon, system: Monitor } as const;

/** All commands that make sense now. */
export function commandsNow(intents: Intents, own: Own): Entry[] {
  const all: (Omit<Entry, "key"> | false)[] = [
    shown.peek() !== null && { label: text.chat.new, icon: SquarePen, act: startNew, also: also.new, shortcut: "new" },
    !temporary && { label: text.chat.temporary.start, icon: MessageCircleDashed, act: startTemporary, also: also.temporary, shortcut: "temporary" },
    { label: text.chat.search.title, icon: Search, act: () => (sheet.value = "search"), also: also.search, shortcut: "search" },
    providers.peek().some(({ models }) => models.length > 0) && { label: text.help.rows.model, icon: Bot, act: own.askForModel },
    { label: text.chat.field.attach, icon: Paperclip, act: own.pickFiles, also: also.attach },
    ...ofAnswers(intents.chat),
    ...ofChat(intents.history),
    { label: text.chat.settings.open, icon: SlidersHorizontal, act: () => openSettings(), shortcut: "settings" },
    { label: words.local, icon: Bot, act: showModels, also: also.local },
    { label: text.documents.library.title, icon: Library, act: () => (sheet.value = "library"), also: also.library },
    { label: text.faq.title, icon: MessageCircleQuestion, act: () => (sheet.value = "faq"), also: also.faq },
    { label: text.storage.open, icon: HardDrive, act: () => openSettings("data"), also: also.storage },
    { label: text.help.rows.sidebar, icon: PanelLeft, act: toggleSidebar, shortcut: "sidebar" },
    { label: text.help.rows.pieces, icon: WholeWord, act: togglePieces, also: also.pieces, shortcut: "pieces" },
    ...themes.filter((name) => name !== theme.peek()).map((name) => ({ label: words.theme(text.theme[name]), icon: themeIcons[name], act: () => chooseTheme(name), also: also.theme })),
    { label: text.help.open, icon: Keyboard, act: () => openSettings("keyboard"), also: also.help, shortcut: "help" },
  ];
  return all.flatMap((entry) => (entry === false ? [] : [{ ...entry, key: entry.label }]));
}

function ofAnswers({ turns, composing }: ChatIntents): (Omit<Entry, "key"> | false)[] {
  const last = lastAnswer();
  if (answering.peek()) return [{ label: text.chat.field.stop, icon: Square, act: () => turns.stop() }];
  if (last === null) return [];
  return [
    { label: text.help.rows.copy, icon: Copy, act: () => void copyLast(), shortcut: "copy" },
    { label: text.chat.actions.again, icon: RefreshCw, act: () => turns.again(last), also: also.again },
    { label: text.help.rows.last, icon: Pencil, act: () => void composing.editLast() },
  ];
}

/** What the menu of the chat has, which a temporary one has not. The settings are among the others. */
function ofChat(intents: HistoryIntents): Omit<Entry, "key">[] {
  const session = openSession.peek();
  if (temporary || session === null || session.uid !== shown.peek()) return [];
  const choices = choicesOf(session, "head", intents).filter(({ label }) => label !== text.chat.sessions.settings);
  return choices.map(({ label, icon, act, danger }) => ({ label, icon, act, ...(danger ? { shortcut: "delete" as const } : {}) }));
}

/** The sources that there are: one that the chat asks is detached. */
export function sourcesNow(attach: (name: string, attached: boolean) => void): Entry[] {
  const all: Entry[] = sources.value.map((source) => ({
    key: source.name,
    label: text.sources.act(plainName(source.label), source.attached),
    icon: source.kind === "database" ? Database : Library,
    also: plainName(source.label),
    act: () => toggle(source, attach),
  }));
  return [...all, { key: "library", label: text.documents.library.title, icon: Library, act: () => (sheet.value = "library") }];
}

/** The models that are offered, with who offers them. */
export function modelsNow(intents: PickerIntents): Entry[] {
  const choose = (name: string) => {
    intents.choose(name);
    announce(words.chosen(modelName(name)));
  };
  return providers.value.flatMap((provider) =>
    provider.models.map((name) => ({
      key: `${provider.name} ${name}`,
      label: modelName(name),
      icon: Bot,
      note: placeOf(provider),
      also: `${name} ${placeOf(provider)}`,
      act: () => choose(name),
    })),
  );
}
