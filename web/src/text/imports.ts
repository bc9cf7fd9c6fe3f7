// The sentences about files that are imported, in scripts of their own.

import { amount, count } from "./amounts.js";

const notLoaded = "The import couldn’t be loaded. Check that Burrow is running, and try again.";

export const reader = {
  notLoaded,
  failed: "Something went wrong in Burrow while reading this file.",
};

export const imports = {
  reading: (name: string) => `Reading ${name}`,
  importing: "Importing",
  answer: "A file is ready to import",
  question: (name: string) => `Import ${name}?`,
  found: (format: string, chats: number, messages: number) => `${format}: ${amount(chats, messages)}`,
  new: (chats: number, messages: number) =>
    chats === 0 ? `${count(messages, "new message", "new messages")} will be added to chats that are already here.` : `${amount(chats, messages)} will be added.`,
  known: (messages: number) => `${count(messages, "message is", "messages are")} already here and won’t be added again.`,
  changes: (n: number) => count(n, "thing will be left out or changed:", "things will be left out or changed:"),
  import: "Import",

  done: (chats: number, messages: number, known: number) => {
    if (chats + messages === 0) return known === 0 ? "There’s nothing to import in this file." : "Everything in this file is already here.";
    const here = known === 0 ? "" : ` ${count(known, "message was", "messages were")} already here.`;
    return `${amount(chats, messages)} imported.${here}`;
  },
  doneInPart: (chats: number, messages: number, why: string) =>
    chats + messages === 0 ? `${why} Nothing was imported.` : `${why} ${amount(chats, messages)} had already been imported. Import the file again to add the rest.`,
  someProblems: "Some parts had problems.",
  stopped: "Import stopped.",
  notLoaded,
};
