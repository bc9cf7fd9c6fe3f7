// What is said about documents, in English: part of the catalogue in en.ts.

import { count } from "./amounts.js";
import { bytes, number, percent, plural } from "./format.js";

const documentsOf = (n: number) => count(n, "document", "documents");

export const documents = {
  label: "Documents in this chat",
  came: "Documents with this question",
  open: (name: string) => `Open ${name}`,
  pane: (name: string) => `Document ${name}`,
  text: "Text of the document",
  close: "Close",
  menu: "Options",
  veiled: "This text is hidden in the document. It isn’t sent to a model.",
  veils: {
    hidden: "This text is marked as hidden in the document. It isn’t sent to a model.",
    pale: "This text has the colour of the page, so people don’t see it. It isn’t sent to a model.",
    tiny: "This text is too small to see. It isn’t sent to a model.",
    outside: "This text stands outside of the page, so people don’t see it. It isn’t sent to a model.",
  } as Record<string, string>,
  pin: "Always send all of it",
  pinned: (name: string) => `All of ${name} is sent with each question, if the model has room for it.`,
  unpinned: (name: string) => `Only the passages of ${name} that a question needs are sent.`,
  whole: "sent whole",
  passages: (n: number) => (n === 0 ? "not sent: nothing in it fits the question" : `${n} ${plural(n, "passage", "passages")} sent`),
  download: "Download",
  remove: "Remove from this chat",
  removeNamed: (name: string) => `Remove ${name} from this chat`,
  removed: (name: string) => `${name} removed from this chat.`,
  again: "Attach again",
  attached: (name: string) => `${name} attached to this chat.`,
  attachedWith: (names: readonly string[]) => `Attached: ${names.join(", ")}`,
  kind: "Document",

  remarks: "Notes on reading this file",
  reading: (share: number) => `Reading ${percent(share)}`,
  readingLabel: (name: string) => `Reading ${name}`,
  cancel: (name: string) => `Stop reading ${name}`,
  size: (n: number) => bytes(n),
  empty: "This file is empty.",
  tooLarge: (limit: number) => `Files over ${bytes(limit)} can’t be attached.`,
  unreadable: "Your browser couldn’t read this file. It may have been moved or changed.",
  failed: "Something went wrong in Burrow while reading this file.",
  notLoaded: "Burrow reads this kind of file with a part that isn’t downloaded yet. Check your connection, and try again.",
  notRead: (name: string) => `${name} couldn’t be read. Your question hasn’t been sent.`,

  waiting: (name: string, more: number) => (more === 0 ? `Your question will be sent once ${name} has been read.` : `Your question will be sent once ${name} and ${more} more have been read.`),
  late: (name: string, more: number) => (more === 0 ? `Still reading ${name}.` : `Still reading ${name} and ${more} more.`),
  without: (n: number) => (n === 1 ? "Send without it" : "Send without them"),
  wait: "Cancel",

  library: {
    title: "Library",
    lead: "Documents that several chats share. Attach a collection to a chat, and Burrow sends the passages that fit each question.",
    close: "Close",
    addFolder: "Add a folder",
    addFiles: "Add files or a ZIP",
    addManual: "Add the demo company’s manual",
    manual: "Alder manual",
    none: "Nothing here yet. Add a folder of documents, such as a manual or your notes.",
    unnamed: "Documents",
    about: (documents: number, tokens: string) => `${documentsOf(documents)} · ${tokens} tokens`,
    ask: (name: string) => `Ask ${name} in this chat`,
    asked: "In this chat",
    remove: (name: string) => `Delete ${name}`,
    removeAll: (name: string, n: number) => `Delete ${name} and its ${n === 1 ? "document" : documentsOf(n)} for good?`,
    yes: "Delete",
    no: "Keep",
    removed: (name: string) => `${name} deleted.`,
    adding: (collection: string, name: string, done: number, of: number) => `Adding to ${collection}: ${number(done)} of ${number(of)}${name === "" ? "" : `, ${name}`}`,
    stop: "Stop",
    stopped: (added: number) => `Stopped. ${documentsOf(added)} added.`,
    outcome: (collection: string, added: number, same: number) =>
      added + same === 0 ? `${collection}: nothing that can be read.` : `${collection}: ${documentsOf(added)} added${same === 0 ? "" : `, ${number(same)} unchanged`}.`,
    noArchive: (name: string) => `${name} couldn’t be opened as a ZIP file.`,
    packed: "it is too large, or packed in a way that Burrow can’t open.",
    notLoaded: "The manual couldn’t be loaded. Check that Burrow is running and try again.",
  },

  /** Stands for a question without words, as in the core. */
  question: (n: number) => (n === 1 ? "What is in this document?" : "What is in these documents?"),
};
