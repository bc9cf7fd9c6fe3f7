// What the settings say about programs that run models on this machine, in English. Not part
// of the catalogue in en.ts, so that a first visit doesn't load it.

import { number, plural } from "./format.js";

export const programs = {
  title: "Models on this machine",
  /** What the section is found by, beside what it shows. */
  also: "Ollama LM Studio llama.cpp local program private",
  about: "Start Ollama, LM Studio or llama.cpp, and Burrow finds it. Nothing you ask leaves this machine.",
  ollama: ["With Ollama installed, run ", "ollama run llama3.2", " in a terminal. The first time, it downloads the model."],
  none: "None of them is running right now.",
  list: "Programs on this machine",
  models: (n: number) => `Running, with ${number(n)} ${plural(n, "model", "models")}`,
  empty: "Running, without a model",
  look: "Look again",
  looking: "Looking…",
} as const;
