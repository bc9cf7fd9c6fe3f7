// Which rung of the ladder will answer the next question. The core decides
// (internal/ladder) and says so with the settings; this only finds who that is.

import { computed } from "@preact/signals";
import type { Provider, Rung } from "../core/protocol.gen.js";
import { layers } from "../settings/settings.js";
import { host, providers } from "./host.js";
import type { LocalModel } from "./local/state.js";
import { fetching, isOnItsWay, localModels } from "./models.js";

export interface Next {
  rung: Exclude<Rung, "auto">;
  /** Who it is; null if the rung that is wanted has nobody. */
  provider: Provider | null;
  model: string;
}

/** The model in this browser, as one of those who answer; null if there is none. */
export const inBrowser = computed<Provider | null>(() => providers.value.find(({ kind, models }) => kind === "browser" && models.length > 0) ?? null);

/** Null until it is known, or if what is the matter with the server comes first. */
export const next = computed<Next | null>(() => {
  const told = layers.value?.next;
  if (host.value === null || told === undefined) return null;
  const { rung, provider: name, model = "", problem } = told;
  if (rung === "auto") return null;
  if (rung === "none") return { rung, provider: null, model };
  // Another tab's core may answer, and not know yet that this one's has lost the server.
  const away = host.value.state === "locked" || host.value.state === "unreachable";
  if (away && rung !== "browser") return null;
  const provider = providers.value.find((one) => one.name === name) ?? null;
  return provider === null && problem === undefined ? null : { rung, provider, model };
});

/**
 * The model that is on its way into this browser, since nobody else answers: until it is
 * here, it is the one that will. "unknown" while the server is asked for it, "fetched" if the
 * server fetches it first; null if none is coming.
 */
export const coming = computed<LocalModel | "unknown" | "fetched" | null>(() => {
  const what = fetching.value;
  const wanted = layers.value?.applied.answers ?? "auto";
  if (what === null || (wanted !== "auto" && wanted !== "browser")) return null;
  if (next.value !== null && next.value.provider !== null && next.value.rung !== "browser") return null;
  if (what.kind === "asking") return what.slow ? "fetched" : "unknown";
  const model = localModels.value?.models.find(({ file }) => file === what.name);
  return model !== undefined && isOnItsWay(model) ? model : null;
});

/** It, once it is known which. */
export const comingModel = computed<LocalModel | null>(() => (typeof coming.value === "string" ? null : coming.value));
