// Every sentence the page shows, in English. The shell in index.html repeats the
// few that are painted before any script has run; a test compares the two.

import { approximate, bytes, number, percent, plural } from "./format.js";

export const text = {
  name: "Burrow",
  skip: "Skip to the text",

  greeting: {
    morning: "Good morning",
    day: "Good afternoon",
    evening: "Good evening",
  },
  lead: "Write or paste something, and see how many tokens it takes. Nothing leaves this browser.",

  examples: {
    label: "Examples",
    prose: { name: "Prose", note: "About four tokens for three words" },
    code: { name: "A Go function", note: "Tabs, brackets and names" },
    japanese: { name: "Japanese", note: "About a token a character" },
    mixed: { name: "Emoji and accents", note: "One sign, several tokens" },
  },

  theme: { label: "Colours", light: "Light", dark: "Dark", system: "Like the system" },

  field: {
    label: "Text to count",
    placeholder: "Write or paste text",
    attach: "Count text files",
    pieces: "Show how the text is divided",
    drop: "Drop text files to count them",
  },

  model: { label: "Model whose tokens are counted", exact: "Exact", estimate: "Estimated", unknown: "another model" },

  count: {
    tokens: (n: number, estimate: boolean) => `${approximate(n, estimate)} ${plural(n, "token", "tokens")}`,
    word: (n: number) => plural(n, "token", "tokens"),
    button: (tokens: string, share: string | null) =>
      share === null ? `${tokens}. Details` : `${tokens}, ${share} of the window. Details`,
    waiting: "Count pending",
  },

  breakdown: {
    label: "What is counted",
    exact: "exact",
    estimate: "estimate",
    content: "Text",
    files: "Files",
    frame: "Role and frame",
    frameNote: (role: number) => `${number(role)} for the role, 4 around it`,
    message: "As one message",
    characters: "Characters",
    bytes: "Bytes",
    perWord: "Tokens per word",
    encoding: "Encoding",
    window: (model: string) => `Window of ${model}`,
    none: "–",
  },

  pieces: {
    label: "The text, divided into tokens",
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
    notText: "This file does not look like text, so it was not counted.",
    tooLarge: (limit: number) => `Files over ${bytes(limit)} are not counted here.`,
    unreadable: "The browser could not read this file.",
    failed: "This file could not be counted.",
  },

  status: {
    starting: "Counting starts in a moment",
    ready: "Counting in this browser",
    exact: "exact",
    estimate: "~ estimate",
    offline: "No network, counting goes on",
    near: (share: number) => `${percent(share)} of the window`,
    over: "Longer than the window",
    stopped: "Not counting",
    retry: "Try again",
  },

  crash: {
    kept: "Your text is still here and can be copied or edited.",
    details: "Details",
    copy: "Copy details",
    copied: "Copied",
    restart: "Restart",
  },

  help: {
    open: "Keyboard shortcuts",
    title: "Keyboard",
    close: "Close",
    version: (version: string) => `Burrow ${version}`,
    rows: {
      help: "This sheet",
      focus: "Go to the text",
      escape: "Close what is open",
      pieces: "Show or hide the pieces",
      arrows: "Move along the pieces",
    },
  },
} as const;
