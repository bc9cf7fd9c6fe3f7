// The way to the form for a key, from wherever one may be wanted: an empty page, an answer
// of a small model, the settings themselves.

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
