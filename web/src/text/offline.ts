// The sentences of a page without its server, in English: part of the catalogue in en.ts.

import { number, plural } from "./format.js";

const questions = (n: number) => `${number(n)} ${plural(n, "question", "questions")}`;

export const offline = {
  /** In the status line, which says by itself how many questions wait. */
  offline: (waiting: number) => `Offline: reading, searching and drafts work${waiting === 0 ? "; questions wait" : ""}`,
  stopped: "The server does not answer: is burrow serve running?",
  stoppedWays: [
    "Is burrow serve still running? Start it again: this page finds it by itself.",
    "Your chats can be read and searched without it. What you ask now waits, and is sent then.",
  ],
  back: "The server answers again.",
  backSending: (n: number) => `The server answers again. ${questions(n)} ${plural(n, "is", "are")} being sent.`,

  waiting: {
    title: "Waiting to be sent",
    behind: "It is sent by itself when the server answers.",
    sending: "Being sent",
    cancel: "Cancel",
    send: "Send now",
    checking: "Trying",
    announced: "Your question waits to be sent.",
    cancelled: "The question stays here, unanswered.",
    unreached: "Nobody answers yet. What waits is kept.",
    sent: (n: number) => `${questions(n)} ${plural(n, "was", "were")} sent.`,
  },

  outbox: {
    count: (n: number) => `${questions(n)} ${plural(n, "waits", "wait")}`,
    title: "Questions that wait",
    close: "Close",
    note: "They are sent by themselves, in this order, when the server answers.",
    empty: "Nothing waits.",
    unnamed: "New chat",
    cancel: (beginning: string) => `Cancel: ${beginning}`,
    open: "Open the chat",
  },

  update: {
    ready: "A new version is ready",
    readyNote: (version: string) => `Burrow ${version}. Your chats and drafts stay as they are.`,
    reload: "Reload",
    later: "Later",
    fetching: "Fetching the new version",
    /** The reader wants to reload while something would be cut short. */
    answering: "An answer is being written. It is kept as far as it has come, and can be continued.",
    attached: "Files that are attached are not kept.",
    anyway: "Reload now",
    after: "When the answer is there",
    waits: "Reloads when the answer is there",
    refused: "The new version could not be fetched whole, so this one goes on. It is tried again later.",
  },

  pin: {
    title: "Page and server do not match",
    pageOld: (page: string, server: string) => `This page is version ${page}, the server is ${server}. Reload to use the new page.`,
    serverOld: (page: string, server: string) => `The server is older than this page: it is version ${server}, the page is ${page}. Restart burrow serve with the newer program.`,
    differs: (version: string) => `This page and the server are different builds of version ${version}. Reload to use the server's page.`,
    kept: "What you ask is kept in any case.",
    check: "Check again",
  },

  shared: {
    title: "Add this to your message?",
    from: (site: string) => `Shared by ${site}. Nothing is sent until you send it.`,
    fromUnknown: "Shared by another app or site. Nothing is sent until you send it.",
    add: "Add to message",
    discard: "Discard",
    nothing: "What was shared could not be read.",
    tooLarge: "That is too much to share at once: at most 20 files, 50 MB and 100,000 characters.",
  },
} as const;
