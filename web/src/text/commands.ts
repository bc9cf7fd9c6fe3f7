// What the lists behind "/", "@" and "#" say, in English: part of the catalogue in en.ts.

import { number, plural } from "./format.js";

export const commands = {
  lists: { commands: "Commands", models: "Models", sources: "Sources" },
  found: (n: number, kind: "commands" | "models" | "sources") => {
    const things = { commands: plural(n, "command", "commands"), models: plural(n, "model", "models"), sources: plural(n, "source", "sources") };
    return `${number(n)} ${things[kind]}`;
  },
  theme: (name: string) => `Theme: ${name}`,
  local: "Models in this browser",
  chosen: (model: string) => `Now using ${model}.`,
  /** Other words that find a command. */
  also: {
    new: "start conversation",
    temporary: "private incognito",
    search: "find",
    theme: "colours colors appearance",
    help: "help keys",
    storage: "backup restore import",
    local: "download",
    attach: "file",
    faq: "questions answers agreed golden",
    library: "documents manual collection folder knowledge",
    again: "answer again retry",
    pieces: "tokens",
  },
} as const;
