// What of the page is in sight: the sidebar, the panel of tokens, the sheets. The root
// element carries what the style sheet needs to know; the head's script in index.html
// sets the same marks before the first paint.

import { computed, effect, signal } from "@preact/signals";
import { layOver } from "./over.js";
import { save, saved } from "./saved.js";
import { session } from "./route.js";

/** Whether the sidebar lies over the page instead of beside it. */
export const narrow = matches("(max-width: 819px)");

/** Whether there is room for one thing at a time. */
export const phone = matches("(max-width: 639px)");

/** Whether there is no room for a panel at the right. */
export const compact = matches("(max-width: 1099px)");

/** Whether there is no keyboard that says otherwise: Enter is a new line then. */
export const touch = matches("(hover: none) and (pointer: coarse)");

/** Whether the sidebar is wanted where there is room for it, and where there is none. */
const beside = signal(saved("sidebar") !== "closed");
const above = signal(false);

export const sidebarShown = computed(() => (narrow.value ? above.value : beside.value));

export function showSidebar(shown: boolean): void {
  if (narrow.peek()) {
    above.value = shown;
    return;
  }
  beside.value = shown;
  save("sidebar", shown ? "open" : "closed");
}

export function toggleSidebar(): void {
  showSidebar(!sidebarShown.peek());
}

/** The sheets, of which one at a time is open. */
export type Sheet = "settings" | "search" | "memory" | "remembered" | "outbox" | "tags" | "leaving" | "library" | "faq" | "database";
export const sheet = signal<Sheet | null>(null);

export function toggleSheet(name: Sheet): void {
  sheet.value = sheet.peek() === name ? null : name;
}

layOver(
  () => phone.value && above.value,
  () => (above.value = false),
);
layOver(
  () => phone.value && sheet.value !== null,
  () => (sheet.value = null),
);

/** The sections of the settings. */
export const sections = ["general", "models", "memory", "data", "keyboard", "advanced"] as const;
export type Section = (typeof sections)[number];

/** The section that is open; null is the list of them, which a phone shows first. */
export const section = signal<Section | null>(null);

/** Opens the settings at a section, or where they begin. */
export function openSettings(at: Section | null = null): void {
  section.value = at;
  sheet.value = "settings";
}

/** Opens the settings at a section, or closes them if it is open. */
export function toggleSettings(at: Section | null): void {
  if (sheet.peek() === "settings" && (at === null || section.peek() === at)) sheet.value = null;
  else openSettings(at);
}

/** Whether a section of the settings is in sight. */
export const isShown = (of: Section): boolean => sheet.value === "settings" && section.value === of;

/** The sections have addresses: "#settings/models" opens one, and is taken out of the address. */
export function followSettingsAddress(): void {
  const look = () => {
    const named = /^#settings(?:\/([a-z]+))?$/.exec(location.hash);
    if (named === null) return;
    history.replaceState(history.state, "", location.pathname + location.search);
    openSettings(sections.find((name) => name === named[1]) ?? null);
  };
  addEventListener("hashchange", look);
  look();
}

/** Whether the draft is shown divided into tokens. */
export const piecesShown = signal(saved("pieces") === "shown");

export function togglePieces(): void {
  piecesShown.value = !piecesShown.value;
  save("pieces", piecesShown.value ? "shown" : "hidden");
}

effect(() => {
  const { dataset } = document.documentElement;
  mark(dataset, "sidebar", beside.value ? null : "closed");
  mark(dataset, "drawer", narrow.value && above.value ? "open" : null);
  mark(dataset, "place", session.value === null ? null : "chat");
});
effect(() => {
  // What was opened over the page has no place beside it.
  if (!narrow.value) above.value = false;
});

function mark(dataset: DOMStringMap, name: string, value: string | null): void {
  if (value === null) delete dataset[name];
  else dataset[name] = value;
}

function matches(query: string) {
  const media = matchMedia(query);
  const is = signal(media.matches);
  media.addEventListener("change", () => (is.value = media.matches));
  return is;
}
