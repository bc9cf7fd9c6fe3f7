// The model files in this browser, as the settings and the card of a page without a model
// show them. What runs them is fetched by the first call of begin.

import { signal } from "@preact/signals";
import { openSettings } from "../shared/layout.js";
import { text } from "../text/en.js";
import type { LocalModel, Phase, Snapshot } from "./local/state.js";
import { type Models, smallestOf } from "./models.js";
import { inBrowser } from "./rung.js";

const words = text.models;

/** Whether the section of the settings is open. */
export const sectionOpen = signal(false);
/** Whether somebody has asked for it from elsewhere, so that it is brought into sight. */
export const sectionWanted = signal(false);

/** Whether the server was asked what it has. */
export const looked = signal(false);

/** Why what is here could not be listed, or a file not be taken; null if all is well. */
export const fileTrouble = signal<string | null>(null);

/** Opens the settings at the section. */
export function showModels(): void {
  sectionOpen.value = true;
  sectionWanted.value = true;
  openSettings("models");
}

/** Looks at what is here and what the server has. */
export async function begin(models: Models): Promise<Snapshot | null> {
  fileTrouble.value = null;
  try {
    const { state } = await models.open();
    const snapshot = await state.refresh();
    looked.value = true;
    return snapshot;
  } catch (error) {
    fileTrouble.value = sentenceOf(error);
    return null;
  }
}

/** Gets the smallest model that the server has, or shows why there is none. */
export async function getSmallest(models: Models): Promise<void> {
  const smallest = smallestOf(await begin(models));
  if (smallest === null) return showModels();
  await models.fetch(smallest.file);
}

export async function download(models: Models, { file }: LocalModel): Promise<void> {
  await (await models.open()).state.download(file);
}

export async function pause(models: Models, { file }: LocalModel): Promise<void> {
  (await models.open()).state.pause(file);
}

/** Loads a model before it is asked something. Why that failed is in its phase. */
export async function load(models: Models, { id }: LocalModel): Promise<void> {
  await (await models.open()).load(id).catch(() => undefined);
}

export async function unload(models: Models): Promise<void> {
  (await models.open()).state.unload();
}

/** Takes a model file of the reader's disk. */
export async function choose(models: Models, file: File): Promise<void> {
  fileTrouble.value = null;
  if (!/\.gguf$/i.test(file.name)) {
    fileTrouble.value = words.notGguf(file.name);
    return;
  }
  // Under the name that it will be kept by, so that what is told of it is one row.
  const name = file.name.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[.]+/, "").replace(/\.gguf$/i, ".gguf");
  await (await models.open()).state.choose(new File([file], name));
}

/** Tries again what has failed. */
export async function retry(models: Models, model: LocalModel): Promise<void> {
  if (isWhole(model)) await load(models, model);
  else await download(models, model);
}

/** Whether all of a model is here: those that the core can ask are. */
export function isWhole({ id, phase }: LocalModel): boolean {
  return phase.kind === "on-disk" || phase.kind === "ready" || phase.kind === "loading" || (inBrowser.value?.models.includes(id) ?? false);
}

/** What a phase is called. */
export function phaseWords(phase: Phase, origin: LocalModel["origin"]): string {
  switch (phase.kind) {
    case "none":
      return words.phases.none;
    case "downloading":
      return phase.paused ? words.phases.paused : origin === "disk" ? words.phases.copying : words.phases.downloading;
    case "checking":
      return words.phases.checking;
    case "on-disk":
      return words.phases.onDisk;
    case "loading":
      return words.phases.loading;
    case "ready":
      return words.phases.ready(phase.threads);
    case "failed":
      return words.phases.failed;
    default:
      return phase satisfies never;
  }
}

/** What the script says is a sentence; that it could not be fetched is not. */
function sentenceOf(error: unknown): string {
  return error instanceof Error && error.name === "LocalError" ? error.message : words.unreachable;
}
