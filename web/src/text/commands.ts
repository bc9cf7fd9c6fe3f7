// What the lists behind "/" and "@" say, in English: part of the catalogue in en.ts.

import { number, plural } from "./format.js";

export const commands = {
  label: "Commands",
  models: "Models",
  found: (n: number, kind: "commands" | "models") => `${number(n)} ${kind === "commands" ? plural(n, "command", "commands") : plural(n, "model", "models")}`,
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
    again: "answer again retry",
    pieces: "tokens",
  },
} as const;
