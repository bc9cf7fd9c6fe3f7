// What the composer does: sends what is written, with its files, and takes back what
// was not sent.

import { batch, effect, signal } from "@preact/signals";
import type { Drafts } from "../composer/drafts.js";
import { focusField, setField } from "../composer/field.js";
import type { Files } from "../composer/files.js";
import { attachments, hasDraft, held, reading, written } from "../composer/state.js";
import { documentsOf } from "../core/decode.js";
import type { Message } from "../core/protocol.gen.js";
import { isDetached } from "../documents/documents.js";
import { plainName } from "../markdown/signs.js";
import { alarm } from "../shared/announce.js";
import { go, place, session, temporary } from "../shared/route.js";
import { text } from "../text/en.js";
import { items } from "./items.js";
import type { Live } from "./live.js";
import type { Turns } from "./turns.js";

/** The question that is being edited where it stands. */
export const edited = signal<string | null>(null);

/** How long a question waits for its files before it is offered to go without them, in milliseconds. */
const patience = 60_000;

export class Composing {
  constructor(
    private readonly turns: Turns,
    private readonly files: Files,
    private readonly drafts: Drafts,
  ) {}

  /** Sends the draft, once its files have been read. The field is empty at once; the draft is kept until the question is. */
  async send(): Promise<void> {
    if (!hasDraft.peek() || held.peek() !== null) return;
    if (reading.peek().length > 0 && !(await this.filesRead())) return;
    const question = written.peek().trim();
    const documents = this.files.take();
    if (question === "" && documents.length === 0) return;
    this.drafts.begin(session.peek(), question);
    // First the question is on its way, then the page shows it.
    batch(() => {
      this.turns.send(question, { documents });
      setField("");
    });
  }

  /** Waits until the files have been read; false if the question is not to be sent. */
  private filesRead(): Promise<boolean> {
    let here = place.peek();
    const refused = () => attachments.value.find(({ progress }) => progress.kind === "refused");
    const before = refused()?.id;
    return new Promise((resolve) => {
      const late = setTimeout(() => (held.value = { ...answers, late: true }), patience);
      const end = (goes: boolean) => {
        if (held.peek() === null) return;
        clearTimeout(late);
        held.value = null;
        queueMicrotask(() => stop());
        resolve(goes);
      };
      const answers = { late: false, sendWithout: () => end(true), cancel: () => end(false) };
      held.value = answers;
      const stop = effect(() => {
        const now = place.value;
        // A new chat that gets its place is still the same one.
        if (now.kind === "chat" && now.settled === true && here.kind === "new") here = now;
        if (now !== here) return end(false);
        if (reading.value.length > 0) return;
        const bad = refused();
        if (bad !== undefined && bad.id !== before) alarm(text.documents.notRead(plainName(bad.name)));
        end(bad === undefined || bad.id === before);
      });
    });
  }

  /** A question is kept, so that its draft need not be. */
  kept(live: Live): void {
    this.drafts.end(live.asked);
    if (live.act.kind === "send") this.files.kept(live.act.documents);
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
    this.putBack(live);
    setField(question);
    focusField();
    return true;
  }

  /** Puts a question that was not sent before what is in the field. */
  takeBack(live: Live): void {
    if (live.act.kind !== "send") return;
    this.drafts.end(live.asked);
    this.turns.cancel(live);
    this.putBack(live);
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
  sendEdited(question: Message, words: string): void {
    edited.value = null;
    const documents = documentsOf(question.metadata).filter(({ uid }) => !isDetached(uid));
    if (words.trim() !== "") this.turns.send(words.trim(), { edit: question.uid, documents });
  }

  private putBack({ act }: Live): void {
    if (act.kind === "send") this.files.putBack(act.documents);
  }
}
