// The next question: what goes along with it, and which model answers it.

import { computed, signal } from "@preact/signals";
import type { Context } from "../core/protocol.gen.js";
import { layers } from "../settings/settings.js";
import { providers } from "./host.js";

/** What goes along with the next question; null until it is known. */
export const context = signal<Context | null>(null);

/** The model that answers the next question; empty if there is none. */
export const model = computed(() => {
  const next = layers.value?.next;
  if (next?.rung === "none") return "";
  // The kind that is wanted may have others than the one that is named.
  if (next?.model !== undefined) return next.model;
  const named = layers.value?.applied.model ?? context.value?.model ?? "";
  return named !== "" ? named : (providers.value.find(({ models }) => models.length > 0)?.models[0] ?? "");
});
