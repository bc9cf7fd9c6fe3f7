// The sentences of who answers and of models in this browser, in English: part of the
// catalogue in en.ts. Those of a model's own troubles are in local.ts.

import { bytes, number, percent, plural, ratio } from "./format.js";

const megabytes = (n: number) => number(Math.round(n / 1e6));
/** How much of a file is there. Files under a megabyte are made up, and shown all the same. */
const part = (done: number, of: number) => (of < 1e6 ? `${bytes(done)} of ${bytes(of)}` : `${megabytes(done)} of ${megabytes(of)} MB`);

/** Slow ones keep digits that say something. */
const pace = (n: number) => (n < 10 ? ratio(n) : number(Math.round(n)));

export const models = {
  title: "Models in this browser",
  about: "A small model can answer inside this browser, also without a network. Nothing of what you ask leaves the browser then. It is slow, and it makes mistakes: check what it says.",
  looking: "Looking at what is here",
  unreachable: "What runs models in the browser cannot be fetched. Check that Burrow is running.",
  again: "Try again",
  offersNone: ["burrow serve offers no model file. ", "make model", " fetches one."],
  offline: "The server does not answer, so that only what is kept here is listed.",
  list: "Models",

  from: { server: "from the server", disk: "from your disk" },
  size: bytes,
  phases: {
    none: "Not here yet",
    downloading: "Downloading",
    copying: "Copying",
    paused: "Paused",
    checking: "Checking",
    onDisk: "On disk",
    loading: "Loading",
    ready: (threads: number) => `In memory, on ${number(threads)} ${plural(threads, "thread", "threads")}`,
    failed: "Did not work",
  },
  part,
  share: (done: number, of: number) => percent(of === 0 ? 0 : done / of),
  rate: (perSecond: number) => `${bytes(perSecond)}/s`,
  progress: (name: string, phase: string) => `${phase} ${name}`,

  download: "Download",
  pause: "Pause",
  resume: "Resume",
  stop: "Stop",
  load: "Load into memory",
  unload: "Unload from memory",
  delete: "Delete",
  of: (act: string, name: string) => `${act}: ${name}`,
  sure: (name: string, size: number) => `Delete ${name}? ${bytes(size)} are freed.`,
  keep: "Keep",

  choose: "Choose a file…",
  chooseHelp: "A model of your own, as a .gguf file. It is copied into this browser.",
  notGguf: (name: string) => `${name} is no model file: its name must end in .gguf.`,

  builtIn: "The browser’s own model",
  builtIns: {
    available: "The browser brings it along and can answer with it.",
    downloading: "The browser is fetching it.",
    downloadable: "The browser could fetch one: its own settings do that.",
  },

  speed: (read: number, written: number) => `Last answer: ${pace(read)} tokens read a second, ${pace(written)} written.`,
  said: { onDisk: (name: string) => `${name} is on disk and can answer.`, ready: (name: string) => `${name} is in memory.` },

  offer: {
    get: (size: number | null) => (size === null ? "Get a small model for this browser" : `Get a small model for this browser (${bytes(size)})`),
    getting: (words: string) => `Getting a small model for this browser: ${words}`,
    paused: (words: string) => `A small model for this browser is here in part: ${words}`,
    open: "Models in this browser…",
  },

  answers: {
    name: "Who answers",
    kinds: {
      auto: ["The best that is there", "A service, else a program on this machine, else a model in this browser, else your conversations."],
      remote: ["A service", "One whose key the server holds. Nobody steps in for it."],
      machine: ["A program on this machine", "Ollama, LM Studio or llama.cpp. What you ask stays on this machine."],
      browser: ["A model in this browser", "Small and slow. What you ask stays in this browser."],
      none: ["No model", "Your conversations are searched, and what they say is quoted."],
    },
  },

  /** In the status line: who will answer where it is not a provider. */
  status: {
    none: "No model: answers come from your conversations",
    noBrowser: "No model in this browser yet",
    noRemote: "No service is set up",
    noMachine: "No program answers on this machine",
  },

  loading: (done: number, of: number) => `Loading the model… ${number(done)} of ${number(of)} MB`,
  reading: (done: number, of: number) => `Reading the question… ${number(done)} of ${number(of)} tokens`,
  stages: { loading: "Loading the model", reading: "Reading the question" },

  note: {
    browser: "Answered by the small model in this browser",
    none: "No model answered",
    noneFell: (why: string) => `No model answered. ${why}`,
  },

  sources: {
    title: "Sources",
    by: { user: "You", assistant: "Assistant", system: "Instructions", tool: "Tool" },
    of: (who: string, day: string) => `${who} · ${day}`,
    gone: "This message is not here any more.",
  },

  details: {
    rung: "Kind",
    rungs: { remote: "A service", machine: "On this machine", browser: "In this browser", none: "No model", auto: "The best that is there" },
    fell: "Because",
    searched: "Conversations searched",
    sources: "Sources",
    sourcesValue: (n: number) => `${number(n)} ${plural(n, "message", "messages")}`,
  },
} as const;
