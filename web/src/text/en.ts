// Every sentence the page shows, in English. The shell in index.html repeats the
// few that are painted before any script has run; a test compares the two.

import { amount, chats, count } from "./amounts.js";
import { chat } from "./chat.js";
import { commands } from "./commands.js";
import { faq } from "./faq.js";
import { documents } from "./documents.js";
import { sources } from "./sources.js";
import { approximate, bytes, date, moment, number, percent, plural } from "./format.js";
import { keys } from "./keys.js";
import { memory } from "./memory.js";
import { models } from "./models.js";
import { offline } from "./offline.js";
import { understanding } from "./understanding.js";

const stillHere = (sessions: number) => (sessions === 0 ? "" : sessions === 1 ? "Your chat is still here. " : `All ${number(sessions)} chats are still here. `);

export const text = {
  name: "Burrow",
  skip: "Skip to message box",

  chat,
  commands,
  documents,
  faq,
  sources,
  keys,
  memory,
  models,
  offline,
  understanding,

  greeting: {
    morning: "Good morning",
    day: "Good afternoon",
    evening: "Good evening",
  },
  lead: "Ask anything. Your chats stay in this browser.",
  leadTemporary: "Ask anything. This chat is gone when you leave.",
  examplesLabel: "Examples",

  theme: { label: "Theme", light: "Light", dark: "Dark", system: "System" },

  count: {
    tokens: (n: number, estimate: boolean) => `${approximate(n, estimate)} ${plural(n, "token", "tokens")}`,
    word: (n: number) => plural(n, "token", "tokens"),
  },

  breakdown: {
    label: "Context breakdown",
    exact: "exact",
    estimate: "estimate",
    sum: "With this question",
    empty: "So far",
    messages: "Earlier messages",
    left: (n: number) => `${number(n)} left out`,
    question: "This question",
    content: "Text",
    documents: "Documents",
    passages: (tokens: string) => `${tokens} in passages`,
    frame: "Role and formatting",
    free: "Free",
    over: "Over the limit",
    cost: "Cost to send",
    spent: "Spent in this chat",
    threshold: "Condenses above",
    instructions: "Instructions",
    remembered: "Remembered about you",
    understanding: "Understanding the question",
    understandingNote: (tokens: number) => `one call, ${number(tokens)} tokens`,
    onTheWay: (part: string) => `${part} of the way`,
    maxContext: "Model limit",
    characters: "Characters",
    bytes: "Bytes",
    perWord: "Tokens per word",
    encoding: "Encoding",
    pieces: "Show tokens",
    piecesHide: "Hide tokens",
    none: "–",
  },

  pieces: {
    toggle: "Token view",
    help: "Shows your message as the model reads it, split into tokens.",
    close: "Close",
    label: "Your text as tokens",
    empty: "Your text appears here, split into tokens as the model reads it.",
    count: (n: number, estimate: boolean) => `${approximate(n, estimate)} ${plural(n, "token", "tokens")}`,
    capped: (shown: number) => `Showing the first ${number(shown)}.`,
    hint: "Point at a token to see its ID and bytes",
    id: (id: number) => `Token ${id}`,
    size: (n: number) => `${number(n)} ${plural(n, "byte", "bytes")}`,
    partOf: (character: string) => `part of ${character}`,
    inside: "ends inside a character",
  },

  files: {
    label: "Files",
    remove: (name: string) => `Remove ${name}`,
    pasted: (n: number) => (n === 1 ? "Pasted text" : `Pasted text ${n}`),
    pastedSaid: "Pasted text attached as a file.",
    unpaste: "Insert as text",
    saving: (share: number) => `Saving ${percent(share)}`,
    savingLabel: (name: string) => `Saving ${name}`,
    cancel: (name: string) => `Stop saving ${name}`,
    already: (name: string) => `${name} is already attached.`,
    newer: "new version",
    versions: (name: string) => `Two versions of ${name} go along with your question.`,
    replace: "Replace the older one",
    replaced: (name: string) => `The older ${name} won’t be sent.`,
  },

  status: {
    starting: "Starting…",
    database: (name: string, how: string) => `${name}: ${how}`,
    estimate: "~ estimate",
    offline: "You’re offline",
    near: (share: number) => `${percent(share)} of the way to condensing`,
    over: "Older messages will be condensed",
    stopped: "Not running",
    retry: "Try again",
  },

  later: { failed: "Couldn’t load this part of the page. Check that Burrow is running and try again." },

  crash: {
    kept: "Your text is still here. You can copy or edit it.",
    details: "Details",
    copy: "Copy details",
    copied: "Copied",
    restart: "Restart",
  },

  storage: {
    open: "Storage",
    title: "Storage",
    close: "Close",
    drop: "Drop a backup to restore it, or exported chats to import them",
    details: "Details",
    dismiss: "Dismiss",
    cancel: "Cancel",
    state: {
      opening: "Opening your history…",
      safe: "Your history is saved in this browser, which won’t clear it on its own.",
      kept: "Your history is saved in this browser, which may clear it when space runs low.",
      plain: "Your history is saved in this browser.",
      memory: "Your history will be lost when you close this tab.",
      retried: "Burrow will keep trying.",
    },
    persist: "Protect my history",
    persistRefused: "Your browser declined for now. Bookmark or install this page and try again, or keep a backup.",
    space: "Storage available to this page",
    used: (n: number) => `${bytes(n)} used`,
    free: (n: number) => `${bytes(n)} free`,
    conversations: "Chats",
    messages: "Messages",
    none: "No chats yet",
    lastBackup: "Last backup",
    never: "Never",
    moment,

    actionsLabel: "Storage actions",
    actions: {
      backup: { name: "Back up", note: "Save everything in one file" },
      restore: { name: "Restore", note: "Bring back a backup. You’ll see what changes first" },
      export: { name: "Export", note: "Save chats as JSON Lines for other programs" },
      import: { name: "Import", note: "Add chats from ChatGPT, Claude and other apps. You’ll see what’s in the file first" },
      check: { name: "Check", note: "Look for damage and repair it" },
      deleteAll: { name: "Delete all chats", note: "Move every chat to the bin, archived ones too. It keeps them for 30 days" },
    },

    progress: (words: string, share: number | null) => (share === null ? words : `${words} · ${percent(share)}`),
    backingUp: "Copying your history",
    reading: (name: string) => `Reading ${name}`,
    checkingBackup: "Checking the backup",
    answer: "A backup is ready to restore",
    restoring: "Restoring",
    exporting: "Exporting chats",
    importing: "Importing",
    importUnavailable: "The import couldn’t be loaded. Check that Burrow is running, and try again.",
    checking: "Looking for damage",
    repairing: "Repairing",

    saved: (name: string, size: number) => `Saved as ${name}, ${bytes(size)}.`,
    exported: (sessions: number, name: string) => `${chats(sessions)} saved as ${name}.`,
    nothingToExport: "There are no chats to export.",
    stopped: "Stopped. Nothing was changed.",
    sound: "No damage found.",
    damaged: (n: number) => `${count(n, "problem", "problems")} found.`,
    repair: "Repair",
    repaired: "Repaired. Everything that could be rebuilt was rebuilt.",
    beyondRepair: "Some damage can’t be repaired. Restore a backup, or export what can still be read.",

    question: (name: string) => `Restore ${name}?`,
    report: (sessions: number, messages: number) => `This backup has ${amount(sessions, messages)}.`,
    reportSame: "Everything in it is already here.",
    reportNew: (sessions: number, messages: number) => {
      if (sessions === 0) return `${count(messages, "message is", "messages are")} new.`;
      const fresh = count(sessions, "chat is", "chats are");
      return messages === 0 ? `${fresh} new.` : `${fresh} new, with ${count(messages, "new message", "new messages")} in total.`;
    },
    reportChanged: (n: number) => `${count(n, "chat differs", "chats differ")} from what’s here. Merging keeps the newer version of each.`,
    unverified: "The backup has no checksum, so only its structure could be checked.",
    merge: "Merge",
    replace: "Replace everything",
    sureTitle: "Replace everything?",
    sure: (sessions: number, messages: number) =>
      sessions === 0
        ? "There are no chats here to lose."
        : `This permanently deletes the ${amount(sessions, messages)} here now. Only what’s in the backup comes back.`,
    back: "Go back",
    merged: (sessions: number, messages: number) =>
      sessions + messages === 0 ? "Restored. Everything was already here." : `Restored. ${amount(sessions, messages)} added.`,
    replaced: (sessions: number, messages: number) => `Restored. Your history now has ${amount(sessions, messages)} from the backup.`,

    emptyFile: "This file is empty.",
    notBackup: "This isn’t a backup: it’s not an SQLite file.",
    tooLargeBackup: "Backups over 1 GiB can’t be restored in a browser.",
    oneFile: "Choose one file at a time.",
    unreadable: "Your browser couldn’t read this file. It may have been moved or changed.",
    unwritable: "Your browser couldn’t save the file.",
    shortCopy: "The copy was incomplete and was discarded. Try again.",
    elsewhere: "Another tab is making or restoring a backup. Finish there first.",
    failed: "Something went wrong in Burrow. Try again, or reload the page.",

    memoryTitle: "Your history will be lost when you close this tab",
    memoryKept: (sessions: number) => `The ${chats(sessions)} saved here earlier can’t be opened like this.`,
    download: "Download a backup",
    roomTitle: {
      low: "Your disk is almost full",
      full: "Your disk is full",
      gone: "Your browser has deleted your history",
    },
    roomSays: {
      low: () => "Free some space soon. When the disk is full, Burrow stops adding to your chats.",
      full: (sessions: number) => `${stillHere(sessions)}Burrow adds nothing new until there is room again. Free some space, or download a backup to another disk.`,
      gone: (sessions: number) => `The disk was full. ${sessions === 0 ? "What was saved" : chats(sessions)} can be read until you close this tab. Download a backup now.`,
    },
    lookForRoom: "Check again",
    copies: {
      name: "Keep a copy on this computer",
      help: "Burrow’s program saves your chats in a file that only you can read, about a minute after each change, in case your browser loses them.",
      file: (at: number) => `copy of ${moment(at)}`,
      last: (at: number, size: number) => `Last copy: ${moment(at)}, ${bytes(size)}`,
      none: "No copy yet",
      deleted: "Copy deleted.",
      unreachable: "Burrow’s program couldn’t be reached. Check that it’s running.",
      offerTitle: "Keep a copy of your chats?",
      offer: "Browsers sometimes delete what a page has saved. Burrow’s program can keep a copy in a file that only you can read.",
      yes: "Keep a copy",
      no: "No, thanks",
      lost: (at: number) => `Burrow’s program has a copy from ${moment(at)}. New chats are saved either way.`,
      foundTitle: "Restore your chats?",
      found: (at: number) => `This browser has no chats, but Burrow’s program has a copy from ${moment(at)}.`,
      restore: "Restore chats",
    },
    lostTitle: (sessions: number, at: number) =>
      `Your browser deleted your history: ${chats(sessions)}, last seen here on ${date(at)}.`,
    lostAdvice: "Restore a backup to get it back. New chats are saved either way.",
    restoreBackup: "Restore a backup",
    startAnew: "Start over",
  },

  markdown: {
    code: "Code",
    codeIn: (language: string) => (language === "" ? "Code" : `Code, ${language}`),
    wrap: "Wrap lines",
    copy: "Copy",
    copied: "Copied",
    notCopied: "Couldn’t copy",
    table: "Table",
    formula: "Formula",
    picture: "Image",
    details: "Details",
    notes: "Footnotes",
    note: (label: string) => `Footnote ${label}`,
    noteBack: (label: string) => `Back to footnote ${label} in the text`,
    done: "Done",
    open: "To do",
    hidden: (codes: string) => `Hidden: ${codes}`,
  },

  help: {
    open: "Keyboard shortcuts",
    title: "Keyboard shortcuts",
    close: "Close",
    version: (version: string) => `Burrow ${version}`,
    licences: "Licences",
    rows: {
      send: "Send",
      line: "New line",
      new: "New chat",
      temporary: "Start or leave a temporary chat",
      search: "Search chats",
      sidebar: "Show or hide the sidebar",
      focus: "Go to the message box",
      last: "Edit the last question",
      paste: "Paste long text without attaching it",
      commands: "Commands",
      model: "Choose a model",
      copy: "Copy the last answer",
      delete: "Delete this chat",
      settings: "Settings",
      pieces: "Show or hide tokens",
      help: "Keyboard shortcuts",
      escape: "Stop answering, or close what’s open",
    },
  },
} as const;
