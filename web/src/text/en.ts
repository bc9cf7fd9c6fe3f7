// Every sentence the page shows, in English. The shell in index.html repeats the
// few that are painted before any script has run; a test compares the two.

import { chat } from "./chat.js";
import { commands } from "./commands.js";
import { approximate, bytes, date, moment, number, percent, plural } from "./format.js";
import { keys } from "./keys.js";
import { memory } from "./memory.js";
import { models } from "./models.js";
import { offline } from "./offline.js";
import { understanding } from "./understanding.js";

const count = (n: number, one: string, other: string) => `${number(n)} ${plural(n, one, other)}`;
const conversations = (n: number) => count(n, "conversation", "conversations");
const amount = (sessions: number, messages: number) => `${conversations(sessions)} and ${count(messages, "message", "messages")}`;

export const text = {
  name: "Burrow",
  skip: "Skip to the question",

  chat,
  commands,
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
  lead: "Ask something. Your chats are kept in this browser.",
  examplesLabel: "Examples",

  theme: { label: "Colours", light: "Light", dark: "Dark", system: "Like the system" },

  count: {
    tokens: (n: number, estimate: boolean) => `${approximate(n, estimate)} ${plural(n, "token", "tokens")}`,
    word: (n: number) => plural(n, "token", "tokens"),
  },

  breakdown: {
    label: "What is counted",
    exact: "exact",
    estimate: "estimate",
    sum: "With this question",
    empty: "So far",
    messages: "Earlier messages",
    messagesNote: (n: number) => number(n),
    left: (n: number) => `${number(n)} left out`,
    question: "This question",
    content: "Text",
    files: "Files",
    frame: "Role and frame",
    free: "Free",
    over: "Over",
    threshold: "Condensed from",
    instructions: "Instructions",
    instructionsNote: "come on top",
    maxContext: "Longest prompt",
    characters: "Characters",
    bytes: "Bytes",
    perWord: "Tokens per word",
    encoding: "Encoding",
    pieces: "Show the tokens",
    piecesHide: "Hide the tokens",
    none: "–",
  },

  pieces: {
    toggle: "Show how the text is divided",
    close: "Close",
    label: "The text, divided into tokens",
    empty: "What you write appears here, divided into the pieces that a model reads.",
    count: (n: number, estimate: boolean) => `${approximate(n, estimate)} ${plural(n, "piece", "pieces")}`,
    capped: (shown: number) => `The first ${number(shown)} are shown.`,
    hint: "Point at a piece to see its number and bytes",
    id: (id: number) => `Token ${id}`,
    size: (n: number) => `${number(n)} ${plural(n, "byte", "bytes")}`,
    partOf: (character: string) => `part of ${character}`,
    inside: "ends inside a character",
  },

  files: {
    label: "Files",
    remove: (name: string) => `Remove ${name}`,
    cancel: (name: string) => `Stop counting ${name}`,
    progress: (name: string) => `Counting ${name}`,
    counting: (share: number) => `Counting ${percent(share)}`,
    size: (n: number) => bytes(n),
    notText: "This file does not look like text, so it is not sent.",
    tooLarge: (limit: number) => `Files over ${bytes(limit)} are not sent.`,
    unreadable: "The browser could not read this file.",
    failed: "This file could not be counted.",
    pasted: (n: number) => (n === 1 ? "Pasted text" : `Pasted text ${n}`),
    pastedSaid: "The pasted text is a file beside the question.",
    unpaste: "Put it into the question",
  },

  status: {
    starting: "Ready in a moment",
    estimate: "~ estimate",
    offline: "No network",
    near: (share: number) => `${percent(share)} of the context`,
    over: "Older messages will be condensed",
    stopped: "Not running",
    retry: "Try again",
  },

  crash: {
    kept: "Your text is still here and can be copied or edited.",
    details: "Details",
    copy: "Copy details",
    copied: "Copied",
    restart: "Restart",
  },

  storage: {
    open: "Storage",
    title: "Storage",
    close: "Close",
    drop: "Drop a backup to restore it, or conversations to import them",
    details: "Details",
    dismiss: "Dismiss",
    cancel: "Cancel",
    state: {
      opening: "The history is being opened.",
      safe: "Your history is kept in this browser, and the browser has promised not to clear it.",
      kept: "Your history is kept in this browser, and may be cleared when space runs short.",
      plain: "Your history is kept in this browser.",
      memory: "Your history ends with this tab.",
      retried: "It is tried again by itself.",
    },
    persist: "Keep it for good",
    persistRefused: "The browser has not promised it. It looks at how a page is used: a bookmark or an installed page helps. A backup is safe in any case.",
    space: "Space that the browser gives this page",
    used: (n: number) => `${bytes(n)} used`,
    free: (n: number) => `${bytes(n)} free`,
    conversations: "Conversations",
    messages: "Messages",
    none: "No conversations yet",
    lastBackup: "Last backup",
    never: "Never",
    moment,

    actionsLabel: "What can be done",
    actions: {
      backup: { name: "Back up", note: "One file with everything, to keep elsewhere" },
      restore: { name: "Restore", note: "From a backup. You see first what would change" },
      export: { name: "Export", note: "Lines of JSON, for other programs" },
      import: { name: "Import", note: "Lines of JSON, or an export of ChatGPT, Claude or Open WebUI" },
      check: { name: "Check", note: "Look for damage, and repair what can be" },
    },

    progress: (words: string, share: number | null) => (share === null ? words : `${words} · ${percent(share)}`),
    backingUp: "Copying the history",
    reading: (name: string) => `Reading ${name}`,
    checkingBackup: "Looking at what is in the backup",
    answer: "A backup waits for your answer",
    restoring: "Restoring, all of it or nothing",
    exporting: "Writing the conversations",
    importing: "Importing",
    checking: "Looking for damage",
    repairing: "Repairing",

    saved: (name: string, size: number) => `Saved as ${name}, ${bytes(size)}.`,
    exported: (sessions: number, name: string) => `${conversations(sessions)} saved as ${name}.`,
    nothingToExport: "There are no conversations to export.",
    imported: (sessions: number, messages: number, known: number) => {
      if (sessions + messages === 0) return known === 0 ? "There was nothing to import in this file." : "All of it was here already.";
      const here = known === 0 ? "" : ` ${count(known, "message was", "messages were")} here already.`;
      return `${amount(sessions, messages)} imported.${here}`;
    },
    importedPart: (sessions: number, messages: number, why: string) =>
      sessions + messages === 0 ? `${why} Nothing was imported.` : `${why} ${amount(sessions, messages)} had been imported before that; importing the file again adds the rest.`,
    someProblems: "Some of it had problems.",
    fromLine: (line: number, sentence: string) => `Counted from line ${number(line)}: ${sentence}`,
    stopped: "Stopped. Nothing was changed.",
    importStopped: "The import was stopped.",
    sound: "No damage was found.",
    damaged: (n: number) => `${count(n, "problem", "problems")} found.`,
    repair: "Repair",
    repaired: "Repaired. What can be derived again has been made anew.",
    beyondRepair: "Some of it cannot be repaired. Restore a backup, or export what can still be read.",

    question: (name: string) => `Restore ${name}?`,
    report: (sessions: number, messages: number) => `${amount(sessions, messages)} in this backup.`,
    reportSame: "All of it is here already.",
    reportNew: (sessions: number, messages: number) => {
      if (sessions === 0) return `${count(messages, "message is", "messages are")} new.`;
      const fresh = count(sessions, "conversation is", "conversations are");
      return messages === 0 ? `${fresh} new.` : `${fresh} new, with ${count(messages, "new message", "new messages")} in all.`;
    },
    reportChanged: (n: number) => `${count(n, "conversation differs", "conversations differ")} from what is here; merging keeps the newer of each.`,
    unverified: "It has no checksum, so only its structure could be checked.",
    merge: "Merge",
    replace: "Replace everything",
    sureTitle: "Replace everything?",
    sure: (sessions: number, messages: number) =>
      sessions === 0
        ? "There are no conversations here that would be lost."
        : `${amount(sessions, messages)} that are here now will be removed for good. What is also in the backup comes back as it was then.`,
    back: "Go back",
    merged: (sessions: number, messages: number) =>
      sessions + messages === 0 ? "Restored. Everything was here already." : `Restored. ${amount(sessions, messages)} added.`,
    replaced: (sessions: number, messages: number) => `Restored. The history is the backup's now: ${amount(sessions, messages)}.`,

    emptyFile: "This file is empty.",
    notBackup: "This is no backup: it is not an SQLite file.",
    tooLargeBackup: "Backups over 1 GiB cannot be restored in a browser.",
    tooLargeJSON: (limit: number) => `An export over ${bytes(limit)} cannot be read at once.`,
    longLine: "A line of this file is too long to be a message.",
    notText: "This file is not text, so nothing can be imported from it.",
    isBackup: "This is a backup. Choose Restore for it.",
    oneFile: "One file at a time.",
    unreadable: "The browser could not read this file. It may have been moved or changed.",
    unwritable: "The browser could not write the file.",
    shortCopy: "The copy came incomplete and was thrown away. Try again.",
    elsewhere: "Another tab is making or restoring a backup. Finish it there first.",
    failed: "This did not work because of a bug of the page.",

    memoryTitle: "Your history ends with this tab",
    memoryKept: (sessions: number) => `${conversations(sessions)} kept here before cannot be reached this way.`,
    download: "Download a backup",
    lostTitle: (sessions: number, at: number) =>
      `The browser has removed your history of ${conversations(sessions)}, last seen here on ${date(at)}.`,
    lostAdvice: "A backup brings it back. What you write from now on is kept in any case.",
    restoreBackup: "Restore a backup",
    startAnew: "Start anew",
  },

  markdown: {
    code: "Code",
    codeIn: (language: string) => (language === "" ? "Code" : `Code, ${language}`),
    wrap: "Wrap lines",
    copy: "Copy",
    copied: "Copied",
    notCopied: "Not copied",
    table: "Table",
    formula: "Formula",
    picture: "Picture",
    done: "Done",
    open: "To do",
    hidden: (codes: string) => `Hidden: ${codes}`,
  },

  help: {
    open: "Keyboard shortcuts",
    title: "Keyboard",
    close: "Close",
    version: (version: string) => `Burrow ${version}`,
    licences: "Licences",
    rows: {
      send: "Send",
      line: "New line",
      new: "New chat",
      temporary: "Temporary chat, or back from it",
      search: "Search chats",
      sidebar: "Show or hide the chats",
      focus: "Go to the question",
      last: "Edit the last question",
      paste: "Paste a long text as it is",
      commands: "Commands",
      model: "Choose the model",
      copy: "Copy the last answer",
      delete: "Delete this chat",
      settings: "Settings",
      pieces: "Show or hide the tokens",
      help: "This sheet",
      escape: "Stop the answer, or close what is open",
    },
  },
} as const;
