// Scrolling of the conversation. It follows what comes while the reader is at its end;
// any move upwards lets go. Whoever wants it so stays at the beginning of an answer that
// grows beyond the window. What is loaded above moves nothing that is in sight.

import { effect, signal, useSignalEffect } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { type Path, atEnd, path, target } from "../history/conversation.js";
import { sight } from "../shared/prefs.js";
import { session as shown } from "../shared/route.js";
import { text } from "../text/en.js";
import type { ChatIntents } from "./intents.js";
import { items } from "./items.js";
import { answering, livesHere } from "./turns.js";

/** So near to the end counts as the end, in pixels. */
const near = 40;
/** More is loaded when so little is left, in pixels. */
const ahead = 900;

/** Whether the end is kept in sight. */
export const following = signal(true);
/** Whether something has come below what is in sight. */
export const unseen = signal(false);

interface Anchor {
  key: string;
  top: number;
}

let scroller: HTMLElement | null = null;
/** Whether the question that is being answered is kept in sight rather than the answer's end. */
let held = false;

export function toEnd(): void {
  held = false;
  following.value = true;
  unseen.value = false;
  if (scroller !== null) scroller.scrollTop = scroller.scrollHeight;
}

/** Stays where it is, whatever comes: for a change that the reader makes in the middle. */
export function letGo(): void {
  following.value = false;
}

/** Scrolls `box`, which holds the rows of `log`. */
export function useFollow(box: RefObject<HTMLElement | null>, log: RefObject<HTMLElement | null>, intents: ChatIntents): void {
  const anchor = useRef<Anchor | null>(null);
  const before = useRef<{ session: string | null; path: Path | null; lives: number }>({ session: null, path: null, lives: 0 });

  useEffect(() => {
    const element = box.current;
    const content = log.current;
    if (element === null || content === null) return;
    scroller = element;
    const unmark = markAsLog(element);
    const stop = watch(element, content, intents);
    // Before the rows are drawn anew: where the first one in sight is now.
    const stopMeasuring = effect(() => {
      void items.value;
      anchor.current = firstInSight(element, content);
    });
    // The end of an answer may come in the frame of its last words.
    let answered = false;
    const stopWatching = effect(() => {
      if (answered && !answering.value && !following.peek()) unseen.value = true;
      answered = answering.value;
    });
    return () => {
      unmark();
      stop();
      stopMeasuring();
      stopWatching();
      scroller = null;
      following.value = true;
    };
  }, []);

  useLayoutEffect(() => {
    const element = box.current;
    const content = log.current;
    if (element === null || content === null) return;
    const last = before.current;
    before.current = { session: shown.value, path: path.value, lives: livesHere.value.length };
    const wanted = target.peek();
    if (wanted !== null && path.peek()?.session === shown.peek()) {
      target.value = null;
      following.value = false;
      bringIntoSight(element, content, wanted.message, wanted.offset, wanted.marked ?? false);
    } else if (last.session !== shown.value || (last.path === null && path.value !== null) || livesHere.value.length > last.lives) {
      toEnd();
      // A new chat becomes a session while its first question is answered.
      const asked = livesHere.value.length > (last.session === null ? 0 : last.lives);
      held = asked && sight.peek() === "beginning";
    } else if (following.peek()) {
      follow(element, content);
    } else {
      keep(element, content, anchor.current);
    }
  });
  useSignalEffect(() => {
    // A session is shown from its end unless it says otherwise.
    void shown.value;
    following.value = true;
    unseen.value = false;
  });
}

/**
 * What scrolls is the log. It is in the shell, whose attributes the first rendering takes
 * as they are, so these are set here. It is silent: the announcer says what is to be heard.
 */
function markAsLog(element: HTMLElement): () => void {
  const marks = { role: "log", "aria-live": "off", "aria-label": text.chat.log, tabindex: "0" };
  for (const [name, value] of Object.entries(marks)) element.setAttribute(name, value);
  return () => {
    for (const name of Object.keys(marks)) element.removeAttribute(name);
  };
}

function watch(element: HTMLElement, content: HTMLElement, intents: ChatIntents): () => void {
  let top = element.scrollTop;
  let height = content.offsetHeight;
  const release = () => {
    if (element.scrollHeight > element.clientHeight) following.value = false;
  };
  const onScroll = () => {
    const left = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (left < near && atEnd.peek() && !(held && element.scrollTop <= highest(element, content) + 1)) {
      held = false;
      following.value = true;
      unseen.value = false;
    } else if (element.scrollTop < top - 1) {
      following.value = false;
    }
    top = element.scrollTop;
    if (top < ahead) void intents.conversation.earlier();
    if (left < ahead) void intents.conversation.later();
    note(element, content, intents);
  };
  const sizes = new ResizeObserver(() => {
    // The composer stands below the column, whatever the scroll bar takes.
    document.documentElement.style.setProperty("--bar", `${(element.offsetWidth - element.clientWidth) / 2}px`);
    // Where all of it is in sight, so is its end.
    if (element.scrollHeight <= element.clientHeight && atEnd.peek()) following.value = true;
    if (following.peek()) follow(element, content);
    // What the reader unfolds is no news.
    else if (content.offsetHeight > height && answering.peek()) unseen.value = true;
    height = content.offsetHeight;
  });
  sizes.observe(content);
  sizes.observe(element);
  const listeners = new AbortController();
  const passive = { passive: true, signal: listeners.signal };
  element.addEventListener("scroll", onScroll, passive);
  element.addEventListener("wheel", (event) => event.deltaY < 0 && release(), passive);
  element.addEventListener("touchmove", release, passive);
  element.addEventListener("keydown", (event) => ["ArrowUp", "PageUp", "Home"].includes(event.key) && release(), passive);
  return () => {
    sizes.disconnect();
    listeners.abort();
  };
}

/** Scrolls to the end, as far as the question that is held stays in sight. */
function follow(element: HTMLElement, content: HTMLElement): void {
  const end = element.scrollHeight - element.clientHeight;
  const most = held ? highest(element, content) : end;
  element.scrollTop = Math.min(end, most);
  if (end <= most) return;
  following.value = false;
  unseen.value = true;
}

/** So far can be scrolled until the last question leaves the window at the top. */
function highest(element: HTMLElement, content: HTMLElement): number {
  const asked = content.querySelectorAll<HTMLElement>(":scope > .question");
  const last = asked.item(asked.length - 1) as HTMLElement | null;
  if (last === null) return element.scrollHeight;
  return Math.floor(element.scrollTop + last.getBoundingClientRect().top - element.getBoundingClientRect().top);
}

function note(element: HTMLElement, content: HTMLElement, intents: ChatIntents): void {
  const now = path.peek();
  if (now === null || now.session !== shown.peek()) return;
  const first = following.peek() ? null : firstInSight(element, content);
  const item = items.peek().find(({ key }) => key === first?.key);
  const message = item?.message;
  intents.places.note(now.session, first === null || !message ? null : { message: message.uid, depth: message.depth, offset: first.top });
}

function rowsOf(content: HTMLElement): HTMLElement[] {
  return [...content.querySelectorAll<HTMLElement>(":scope > [data-key]")];
}

function firstInSight(element: HTMLElement, content: HTMLElement): Anchor | null {
  const edge = element.getBoundingClientRect().top;
  for (const row of rowsOf(content)) {
    const { top, bottom } = row.getBoundingClientRect();
    if (bottom > edge + 1) return { key: row.dataset["key"] ?? "", top: top - edge };
  }
  return null;
}

/** Puts a row back to where it was. The browser may have done so by itself. */
function keep(element: HTMLElement, content: HTMLElement, anchor: Anchor | null): void {
  const row = rowsOf(content).find(({ dataset }) => dataset["key"] === anchor?.key);
  if (anchor === null || row === undefined) return;
  const moved = row.getBoundingClientRect().top - element.getBoundingClientRect().top - anchor.top;
  if (Math.abs(moved) > 0.5) element.scrollTop += moved;
}

function bringIntoSight(element: HTMLElement, content: HTMLElement, message: string, offset: number | undefined, marked: boolean): void {
  const key = items.peek().find((item) => (item.message ?? item.divider?.summary)?.uid === message)?.key;
  const row = rowsOf(content).find(({ dataset }) => dataset["key"] === key);
  if (row === undefined || key === undefined) return toEnd();
  // A row that was never in sight has a guessed height, beyond which nothing scrolls.
  row.style.contentVisibility = "visible";
  keep(element, content, { key, top: offset ?? 72 });
  if (!marked) return;
  row.dataset["marked"] = "";
  row.tabIndex = -1;
  row.focus({ preventScroll: true });
  setTimeout(() => delete row.dataset["marked"], 2400);
}
