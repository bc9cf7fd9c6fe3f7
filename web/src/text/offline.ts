// What the page says without its server, in English: part of the catalogue in en.ts.

import { number, plural } from "./format.js";

const questions = (n: number) => `${number(n)} ${plural(n, "question", "questions")}`;

export const offline = {
  /** In the status line, which also says how many questions are waiting. */
  offline: (waiting: number) => `You’re offline. You can still read, search and write${waiting === 0 ? "; questions are sent later" : ""}`,
  stopped: "Can’t reach the server. Is burrow serve running?",
  stoppedWays: [
    "Is burrow serve still running? Start it again and this page will reconnect.",
    "You can read and search your chats without it. Questions you ask now are sent when it’s back.",
  ],
  back: "Back online.",
  backSending: (n: number) => `Back online. Sending ${questions(n)}.`,

  waiting: {
    title: "Waiting to be sent",
    behind: "It will be sent when the server is back.",
    sending: "Sending…",
    cancel: "Cancel",
    send: "Send now",
    checking: "Trying…",
    announced: "Your question is waiting to be sent.",
    cancelled: "Not sent. The question stays in the chat.",
    unreached: "Still can’t reach the server. Your questions are saved.",
    sent: (n: number) => `${questions(n)} sent.`,
  },

  outbox: {
    count: (n: number) => `${questions(n)} waiting`,
    title: "Waiting questions",
    close: "Close",
    note: "They’ll be sent in this order when the server is back.",
    empty: "No questions waiting.",
    unnamed: "New chat",
    cancel: (beginning: string) => `Cancel: ${beginning}`,
    open: "Open chat",
  },

  update: {
    ready: "Update available",
    readyNote: (version: string) => `Burrow ${version}. Your chats and drafts are kept.`,
    reload: "Reload",
    later: "Later",
    fetching: "Downloading the update…",
    /** When reloading would cut something short. */
    answering: "An answer is still being written. What’s there is saved, and you can continue it.",
    attached: "Files that are still being read will be lost.",
    anyway: "Reload now",
    after: "Reload after the answer",
    waits: "Reloading after the answer",
    refused: "The update couldn’t be downloaded completely. Burrow will try again later.",
  },

  pin: {
    title: "Page and server don’t match",
    pageOld: (page: string, server: string) => `This page is version ${page}, but the server is version ${server}. Reload to update the page.`,
    serverOld: (page: string, server: string) => `The server is version ${server}, but this page is version ${page}. Update Burrow and restart burrow serve.`,
    differs: (version: string) => `This page and the server are different builds of version ${version}. Reload to update the page.`,
    kept: "Anything you ask is saved either way.",
    check: "Check again",
  },

  shared: {
    title: "Add this to your message?",
    from: (site: string) => `Shared by ${site}. Nothing is sent until you send it.`,
    fromUnknown: "Shared by another app or site. Nothing is sent until you send it.",
    add: "Add to message",
    discard: "Discard",
    nothing: "Couldn’t read what was shared.",
    tooLarge: "That’s too much to share at once. You can share up to 20 files, 50 MB and 100,000 characters.",
  },
} as const;
