// Which rung of the ladder will answer the next question, as the status line says it.
// The core decides, in internal/rpc/ladder.go; this follows from the same settings and
// the same list of providers.

import { computed } from "@preact/signals";
import type { Provider, Rung } from "../core/protocol.gen.js";
import { layers } from "../settings/settings.js";
import { host, providers } from "./host.js";
import { model } from "./next.js";

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
  if (host.value === null) return null;
  const wanted = layers.value?.applied.answers ?? "auto";
  const browser = inBrowser.value;
  const ofBrowser = (): Next => ({ rung: "browser", provider: browser, model: browser === null ? "" : known(browser, model.value) });
  switch (wanted) {
    case "none":
      return { rung: "none", provider: null, model: "" };
    case "browser":
      return ofBrowser();
    case "remote":
    case "machine": {
      if (host.value.state === "locked" || host.value.state === "unreachable") return null;
      const provider = onServer(wanted);
      return { rung: wanted, provider, model: provider === null ? "" : known(provider, model.value) };
    }
    case "auto":
      break;
    default:
      return wanted satisfies never;
  }
  if (browser?.models.includes(model.value)) return ofBrowser();
  if (host.value.state === "ready") {
    const provider = onServer(null);
    return provider === null || provider.kind === "browser" ? null : { rung: provider.kind, provider, model: model.value };
  }
  if (browser !== null) return ofBrowser();
  return host.value.state === "no_model" ? { rung: "none", provider: null, model: "" } : null;
});

/** Who of the server's answers, of one kind if it is named: the one that has the model, else the first. */
function onServer(kind: "remote" | "machine" | null): Provider | null {
  const able = providers.value.filter((provider) => provider.kind !== "browser" && (kind === null || provider.kind === kind));
  return able.find(({ models }) => models.includes(model.value)) ?? able[0] ?? null;
}

/** The model that is chosen if it is one of theirs, else their first. */
function known({ models }: Provider, chosen: string): string {
  return models.includes(chosen) ? chosen : (models[0] ?? chosen);
}
