// Who answers, and models in this browser, in English: part of the catalogue in en.ts.
// What can go wrong with such a model is in local.ts.

import { bytes, compact, money, number, percent, plural, ratio } from "./format.js";

const megabytes = (n: number) => number(Math.round(n / 1e6));
/** How much of a file is there. Files under a megabyte are made up, and shown all the same. */
const part = (done: number, of: number) => (of < 1e6 ? `${bytes(done)} of ${bytes(of)}` : `${megabytes(done)} of ${megabytes(of)} MB`);

/** Slow ones keep digits that say something. */
const pace = (n: number) => (n < 10 ? ratio(n) : number(Math.round(n)));

export const models = {
  title: "Models in this browser",
  /** Other words that find them in the settings. */
  also: "download gguf file offline local private",
  about: "A small model can answer in this browser, even offline, and nothing you ask leaves it. It’s slow and makes mistakes, so check its answers.",
  looking: "Loading…",
  unreachable: "Couldn’t load what’s needed to run models. Check that Burrow is running.",
  again: "Try again",
  offersNone: ["The server has no model to download. Run ", "make model", " to get one."],
  offline: "Can’t reach the server, so only models in this browser are listed.",
  list: "Models",

  from: { server: "from the server", disk: "from your disk" },
  size: bytes,
  phases: {
    none: "Not downloaded",
    downloading: "Downloading",
    copying: "Copying",
    paused: "Paused",
    checking: "Checking",
    onDisk: "Downloaded",
    loading: "Loading",
    ready: (threads: number) => `Loaded, using ${number(threads)} ${plural(threads, "thread", "threads")}`,
    failed: "Failed",
  },
  part,
  share: (done: number, of: number) => percent(of === 0 ? 0 : done / of),
  rate: (perSecond: number) => `${bytes(perSecond)}/s`,
  progress: (name: string, phase: string) => `${phase} ${name}`,

  download: "Download",
  pause: "Pause",
  resume: "Resume",
  stop: "Stop",
  load: "Load",
  unload: "Unload",
  delete: "Delete",
  of: (act: string, name: string) => `${act}: ${name}`,
  sure: (name: string, size: number) => `Delete ${name}? This frees ${bytes(size)}.`,
  keep: "Cancel",

  choose: "Choose a file…",
  chooseHelp: "Use your own model: a .gguf file, which is copied into this browser.",
  notGguf: (name: string) => `${name} isn’t a model file. Choose a file that ends in .gguf.`,

  builtIn: "Built-in browser model",
  builtIns: {
    available: "Your browser comes with a model that can answer.",
    downloading: "Your browser is downloading its model.",
    downloadable: "Your browser can download a model. Turn it on in the browser’s settings.",
  },

  speed: (read: number, written: number) => `Last answer: read ${pace(read)} tokens per second, wrote ${pace(written)}.`,
  said: { onDisk: (name: string) => `${name} is downloaded and ready to use.`, ready: (name: string) => `${name} is loaded.` },

  offer: {
    get: (size: number | null) => (size === null ? "Download a small model" : `Download a small model (${bytes(size)})`),
    downloading: (words: string) => `Downloading a small model: ${words}`,
    checking: "Checking the small model…",
    paused: (words: string) => `Small model download paused: ${words}`,
    open: "Models in this browser…",
  },

  picker: {
    search: "Search models",
    nothing: "No models found.",
    manage: "Manage models…",
    gone: "Not available",
    goneNote: "No provider offers this model right now",
    without: "Without a model",
    noneNote: "Burrow searches your chats",
    window: (tokens: number) => `${compact(tokens)} context`,
    price: (input: number, output: number) => `${money(input)} in, ${money(output)} out per 1M tokens`,
    free: "Free",
  },

  answers: {
    name: "Who answers",
    kinds: {
      auto: ["Best available", "A cloud service, or else a program on this machine, a model in this browser, or a search of your chats."],
      remote: ["Cloud service", "A provider whose key is on the server. Nothing else takes over if it fails."],
      machine: ["This machine", "Ollama, LM Studio or llama.cpp. What you ask stays on this machine."],
      browser: ["This browser", "A small, slow model. What you ask stays in this browser."],
      none: ["No model", "Burrow searches your chats and quotes what it finds."],
    },
  },

  /** In the status line: who answers when it isn’t a provider. */
  status: {
    none: "No model: answers are quoted from your chats and documents",
    noneData: "No model: answers come from the database, your chats and documents",
    fetched: "Burrow is fetching a small model. It answers as soon as it’s here.",
    noBrowser: "No model in this browser yet",
    noRemote: "No cloud service is set up",
    noMachine: "No local program is running",
  },

  /** In the status line, behind a model that is on its way into this browser. */
  coming: { downloading: (done: number, of: number) => `downloading, ${percent(of === 0 ? 0 : done / of)}`, checking: "checking the download" },

  /** What happens before the first word. */
  downloading: (done: number, of: number) => (done === 0 ? "Downloading model…" : `Downloading model… ${part(done, of)}`),
  checking: (_done: number, _of: number) => "Checking download…",
  loading: (done: number, of: number) => (done === 0 ? "Loading model…" : `Loading model… ${number(done)} of ${number(of)} MB`),
  reading: (done: number, of: number) => (done === 0 ? "Reading question…" : `Reading question… ${number(done)} of ${number(of)} tokens`),
  stages: { downloading: "Downloading model", checking: "Checking download", loading: "Loading model", reading: "Reading question" },

  parameters: (count: string, billions: boolean) => `${count}\u00a0${billions ? "billion" : "million"}`,

  /** Under an answer of a model in this browser. */
  note: {
    browser: (name: string, size: string) => `${name}${size === "" ? "" : `, a small model (${size} parameters)`}, running in this browser: good for trying things out.`,
    short: (name: string) => `${name}, in this browser`,
    ollama: "Use Ollama",
  },

  sources: {
    title: "Sources",
    by: { user: "You", assistant: "Assistant", system: "Instructions", tool: "Tool" },
    of: (who: string, day: string) => `${who} · ${day}`,
    numbered: (n: number, name: string, place: string) => `Source ${number(n)}: ${[name, place].filter(Boolean).join(", ")}`,
    gone: "This message no longer exists.",
    branchGone: "The message that this chat was branched from isn’t here. It was deleted, or its chat was never imported.",
  },

  details: {
    rung: "Answered by",
    rungs: { remote: "Cloud service", machine: "This machine", browser: "This browser", none: "No model", auto: "Best available" },
    fell: "Reason",
    searched: "Chats searched",
    sources: "Sources",
    sourcesValue: (n: number) => `${number(n)}`,
  },
} as const;
