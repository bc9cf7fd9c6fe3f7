// The sentences of commands and models that are chosen while writing, in English: part of
// the catalogue in en.ts.

import { number, plural } from "./format.js";

export const commands = {
  label: "Commands",
  models: "Models",
  found: (n: number, kind: "commands" | "models") => `${number(n)} ${kind === "commands" ? plural(n, "command", "commands") : plural(n, "model", "models")}`,
  theme: (name: string) => `Colours: ${name}`,
  local: "Models in this browser",
  chosen: (model: string) => `${model} answers from now on.`,
  /** Other words by which they are found. */
  also: {
    new: "start conversation",
    temporary: "private incognito",
    search: "find",
    theme: "theme",
    help: "help keys",
    storage: "backup restore import",
    local: "download",
    attach: "file",
    again: "regenerate retry",
    pieces: "tokens",
  },
} as const;
