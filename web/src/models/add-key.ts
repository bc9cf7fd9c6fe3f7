// The ways to better models, from wherever they may be wanted: an empty page, an answer of a
// small model, the settings themselves.

import { signal } from "@preact/signals";
import { openSettings } from "../shared/layout.js";

/** The provider whose key is being entered, "" for a new one; null if none is. */
export const keyForm = signal<string | null>(null);

/** Opens the settings at the form for a new key. */
export function addKey(): void {
  // Closed settings close the form, so they are opened first.
  openSettings("models");
  keyForm.value = "";
}

/** Whether somebody wants to see how a program on this machine answers. */
export const programsWanted = signal(false);

/** Opens the settings at the programs that run models on this machine. */
export function useOllama(): void {
  openSettings("models");
  programsWanted.value = true;
}
