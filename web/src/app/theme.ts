// The theme: light, dark, or whatever the system says. index.html applies the kept
// choice in the head, before the first paint; this module changes it afterwards.

import { signal } from "@preact/signals";
import { save, saved } from "../shared/saved.js";

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

const kept = saved("theme");
export const theme = signal<Theme>(kept === "light" || kept === "dark" ? kept : "system");

export function chooseTheme(chosen: Theme): void {
  theme.value = chosen;
  save("theme", chosen);
  const root = document.documentElement;
  if (chosen === "system") {
    delete root.dataset["theme"];
  } else {
    root.dataset["theme"] = chosen;
  }
  // The colour of the browser's own bars follows: each of the two metas is for one
  // scheme, and asks the system only while the page does.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const scheme = meta.dataset["scheme"];
    if (chosen === "system") meta.media = `(prefers-color-scheme: ${scheme})`;
    else meta.media = scheme === chosen ? "all" : "not all";
  }
}
