// What the composer does: sends what is written, with its files, and takes back what
// was not sent.

import { batch, signal } from "@preact/signals";
import type { Drafts } from "../composer/drafts.js";
import { withFiles } from "../composer/fence.js";
import { focusField, setField } from "../composer/field.js";
import type { Files } from "../composer/files.js";
import { attachments, hasDraft, written } from "../composer/state.js";
import type { Message } from "../core/protocol.gen.js";
import { go, place, session, temporary } from "../shared/route.js";
import { items } from "./items.js";
import type { Live } from "./live.js";
import type { Turns } from "./turns.js";

/** The question that is being edited where it stands. */
export const edited = signal<string | null>(null);

export class Composing {
  private reading = false;

  constructor(
    private readonly turns: Turns,
    private readonly files: Files,
    private readonly drafts: Drafts,
  ) {}

  /** Sends the draft. The field is empty at once; the draft is kept until the question is. */
  async send(): Promise<void> {
    if (!hasDraft.peek() || this.reading) return;
    const here = place.peek();
    let question = written.peek().trim();
    if (attachments.peek().length > 0) {
      this.reading = true;
      const files = await this.files.read().finally(() => (this.reading = false));
      if (files === null || place.peek() !== here) return;
      question = withFiles(question, files);
      if (question === "") return;
    }
    this.drafts.begin(session.peek(), question);
    // First the question is on its way, then the page shows it.
    batch(() => {
      this.turns.send(question);
      setField("");
      this.files.clear();
    });
  }

  /** Sends a question as it is: an example, or one for a new chat. */
  ask(question: string, sources?: readonly string[]): void {
    this.drafts.begin(session.peek(), question);
    this.turns.send(question, sources === undefined ? {} : { sources });
  }

  /** Asks a question in a chat of its own. */
  askElsewhere(question: string): void {
    go(null);
    // There it would be kept: whoever leaves a temporary chat asks anew.
    if (!temporary) this.ask(question);
  }

  /** Puts a question that was not sent into the field, if it is empty and the reader still there. */
  giveBack(live: Live, question: string): boolean {
    this.drafts.end(live.asked);
    const isHere = live.session === session.peek() && (live.session !== null || live.place === place.peek());
    if (!isHere || written.peek() !== "") return false;
    setField(question);
    focusField();
    return true;
  }

  /** Puts a question that was not sent before what is in the field. */
  takeBack(live: Live): void {
    if (live.act.kind !== "send") return;
    this.drafts.end(live.asked);
    this.turns.cancel(live);
    setField([live.act.text, written.peek()].filter((part) => part !== "").join("\n\n"));
    focusField();
  }

  /** Begins to edit the last question; returns false if there is none. */
  editLast(): boolean {
    const last = items.peek().findLast(({ message }) => message?.role === "user")?.message;
    if (last === undefined || last === null) return false;
    edited.value = last.uid;
    return true;
  }

  /** Puts an edited question beside the old one. */
  sendEdited(question: Message, text: string): void {
    edited.value = null;
    if (text.trim() !== "") this.turns.send(text.trim(), { edit: question.uid });
  }
}
