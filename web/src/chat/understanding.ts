// What questions are taken to mean, as the page shows it: the line below a question, and
// the card that asks the reader before there is an answer.

import { computed, signal } from "@preact/signals";
import { isFieldFocused } from "../composer/field.js";
import { hasDraft } from "../composer/state.js";
import { answerOf } from "../core/decode.js";
import type { Clarify, Message, Understood } from "../core/protocol.gen.js";
import { atEnd } from "../history/conversation.js";
import { items } from "./items.js";
import type { Live } from "./live.js";
import { isWaiting } from "./turns.js";

/** What the reader is asked in the place of an answer, if anything. */
export function clarifyOf(message: Message | null): Clarify | null {
  return message !== null && isWaiting(message) ? (answerOf(message.metadata)?.clarify ?? null) : null;
}

/** The card at the end of the conversation that waits for a choice. */
export const card = computed<{ message: Message; clarify: Clarify } | null>(() => {
  const { message, live } = items.value.at(-1) ?? {};
  const clarify = message && live === null && atEnd.value ? clarifyOf(message) : null;
  return message && clarify ? { message, clarify } : null;
});

/** Why what was chosen on a card was not answered. */
export const refused = signal<{ message: string; words: string } | null>(null);

/** The choice that a key stands for: a digit, unless somebody is writing. */
export function choiceOf({ key, target }: KeyboardEvent): { message: Message; choice: string } | null {
  const now = card.peek();
  if (now === null || !/^[1-9]$/.test(key) || isWriting(target)) return null;
  const choice = now.clarify.choices[Number(key) - 1];
  return choice === undefined ? null : { message: now.message, choice: choice.text };
}

/** Whether what has the focus takes keys for itself. An empty composer does not. */
export function isWriting(element: EventTarget | null): boolean {
  if (isFieldFocused()) return hasDraft.peek();
  return element instanceof Element && element.matches("input, textarea, select");
}

/** What was made of a question, if that says more than the question does. */
export function understoodOf(question: string, answer: Message | null, live: Live | null): Understood | null {
  const found = live?.understood.value ?? (clarifyOf(answer) === null ? answerOf(answer?.metadata)?.understood : undefined);
  return found !== undefined && (found.choice || saysMore(found.as, question)) ? found : null;
}

export function saysMore(as: string | undefined, question: string): as is string {
  return as !== undefined && as !== "" && as.trim() !== question.trim();
}
