// What lies over the page on a phone has an entry of its own in the browser's history, so
// that Back closes it instead of leaving. The entry goes with what it stands for; however
// much lies there, there is one.

import { computed, effect, signal } from "@preact/signals";

interface Layer {
  /** Whether it lies over the page now; read from signals. */
  isOpen(): boolean;
  close(): void;
}

const layers = signal<readonly Layer[]>([]);
const isCovered = computed(() => layers.value.some((layer) => layer.isOpen()));

/** The address when the entry was added, and what it has become since. */
let beneath = "";
let renamed: string | null = null;
/** Whether the browser is on its way back from the entry, and what is done once it has arrived. */
let leaving = false;
const waiting: (() => void)[] = [];

const isOurs = () => Object(history.state).over === true;

/** Says what may lie over the page. Of several, Back closes the one that was named last. */
export function layOver(isOpen: () => boolean, close: () => void): void {
  layers.value = [...layers.peek(), { isOpen, close }];
}

/** Adds an entry to the browser's history: what lies over the page gives way to it. */
export function enter(address: string): void {
  if (leaving) waiting.push(() => history.pushState(null, "", address));
  else if (isOurs()) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
}

/** Gives the page another address, in the same entry. */
export function rename(address: string): void {
  if (leaving) waiting.push(() => history.replaceState(null, "", address));
  else {
    if (isOurs()) renamed = address;
    history.replaceState(history.state, "", address);
  }
}

/** Called when the browser has gone to another entry: whether that is the page that was there already. */
export function isStill(): boolean {
  const isBeneath = leaving || (isCovered.peek() && !isOurs() && location.pathname === beneath);
  if (isBeneath) {
    if (renamed !== null) history.replaceState(null, "", renamed);
    renamed = null;
    if (leaving) {
      leaving = false;
      for (const act of waiting.splice(0)) act();
    } else {
      [...layers.peek()].reverse().find((layer) => layer.isOpen())?.close();
    }
  }
  queueMicrotask(fit);
  return isBeneath;
}

/** Has the entry if something lies over the page, and only then. */
function fit(): void {
  if (leaving || isCovered.peek() === isOurs()) return;
  if (isCovered.peek()) {
    beneath = location.pathname;
    renamed = null;
    history.pushState({ over: true }, "");
  } else {
    leaving = true;
    history.back();
  }
}

// One thing may make way for another at once, or for another page.
effect(() => {
  void isCovered.value;
  queueMicrotask(fit);
});
