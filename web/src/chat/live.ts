// A turn that this tab has asked for, while it runs. What comes in is gathered and
// shown once a frame, in signals of its own: the list around it is not drawn anew.

import { batch, signal } from "@preact/signals";
import type { CoreEvent, FellEvent, Length, StartedEvent, Understood } from "../core/protocol.gen.js";
import type { Named } from "../documents/documents.js";
import type { Place } from "../shared/route.js";
import { text } from "../text/en.js";

/** What is asked for beside the question: what it means, how long the answer is to be, who is to answer, and what was chosen of what a source offered. */
export interface Asked {
  understoodAs?: string;
  length?: Length;
  route?: string;
  choice?: string;
}

/** What was asked. */
export type Act =
  | { kind: "send"; text: string; edit?: string; sources?: readonly string[]; documents: readonly Named[] }
  /** Another answer beside this one: to what the reader says that the question means, or of another length. */
  | { kind: "again"; message: string; depth: number; asked: Asked }
  /** An answer to a question that has none. */
  | { kind: "answer"; question: string; depth: number }
  /** More of this answer; or the answer at last, if the reader was asked: "" is no choice. */
  | { kind: "resume"; message: string; choice?: string };

/** What a question says: one that is a document alone asks what is in it, as the core has it. */
export function wordsOf({ text: written, documents }: Act & { kind: "send" }): string {
  return written !== "" || documents.length === 0 ? written : text.documents.question(documents.length);
}

export type Stage =
  | { kind: "sending" }
  /** So many other turns of the session come first. */
  | { kind: "waiting"; ahead: number }
  /** A model is asked what the question means. */
  | { kind: "reading" }
  /** The question is kept, and the model has been asked. */
  | { kind: "thinking" }
  /** A model in this browser is being loaded, in megabytes, or reads, in tokens. */
  | { kind: "preparing"; what: "loading" | "reading"; done: number; of: number }
  /** It could not be reached, and is asked again at a time in Unix milliseconds. */
  | { kind: "retrying"; attempt: number; at: number; message: string }
  | { kind: "streaming" }
  /** The question was not even kept, for this reason. */
  | { kind: "unsent"; message: string }
  /** The answer is here, and could not be kept. */
  | { kind: "unsaved"; message: string };

export interface ToolRun {
  call: string;
  name: string;
  state: "running" | "done" | "failed";
}

/** A source that is asked for the question: what it does now, or why it has nothing. */
export interface Gathering {
  from: string;
  label: string;
  state: "running" | "done" | "failed";
  note: string;
}

export interface Options {
  model?: string;
  maxMessages?: number;
}

export class Live {
  readonly stage = signal<Stage>({ kind: "sending" });
  readonly text = signal("");
  readonly reasoning = signal("");
  readonly tools = signal<readonly ToolRun[]>([]);
  readonly gathering = signal<readonly Gathering[]>([]);
  /** What is done now to check the answer against its sources, "" before the first step; null until then. */
  readonly checking = signal<string | null>(null);
  /** What was made of the question, as far as that is worth a word. */
  readonly understood = signal<Understood | null>(null);
  /** Another one answers than was to, and why. */
  readonly fell = signal<FellEvent | null>(null);
  abort = new AbortController();
  /** Names of what is kept, once it is. */
  session: string | null;
  question: string | null = null;
  message: string | null = null;
  model = "";
  /** The question before it in the same new chat, which does not exist yet. */
  after: Live | null = null;
  /** Resolves when its chat is known, or when it has ended without one. */
  readonly placed: Promise<void>;
  /** Resolves `placed`. */
  settle = () => {};
  /** A turn begins more than once if a model reads the question first, tools are used, or another one steps in. */
  beginnings = 0;

  private waiting = { answer: "", reasoning: "" };
  private frame: (() => void) | null = null;
  /** How long the last drawing held up the page, in milliseconds. */
  private cost = 0;
  /** So many characters are drawn at once. */
  private most = atOnce.first;
  /** Who waits until all is drawn. */
  private onDrawn: (() => void) | null = null;

  constructor(
    /** Names the turn, so that one that is sent again is not a second one. */
    readonly key: string,
    readonly act: Act,
    readonly options: Options,
    /** Where it was asked, and in which session if there was one. */
    readonly place: Place,
    readonly asked: string | null,
  ) {
    this.session = asked;
    this.placed = new Promise((resolve) => (this.settle = resolve));
    if (act.kind === "resume") this.message = act.message;
  }

  /** Takes what the core says of the turn; returns the event that begins it. */
  receive(event: CoreEvent): StartedEvent | null {
    switch (event.kind) {
      case "waiting":
        this.stage.value = { kind: "waiting", ahead: event.ahead };
        return null;
      case "started":
        this.begin(event);
        return event;
      case "retrying":
        this.stage.value = { kind: "retrying", attempt: event.attempt, at: Date.now() + event.wait, message: event.message };
        return null;
      case "token":
        this.waiting[event.channel] += event.text;
        this.drawSoon();
        return null;
      case "tool_start":
        this.tools.value = [...this.tools.value, { call: event.call, name: event.name, state: "running" }];
        return null;
      case "tool_end":
        this.tools.value = this.tools.value.map((run) =>
          run.call === event.call ? { ...run, state: event.problem === undefined ? "done" : "failed" } : run,
        );
        return null;
      case "gather": {
        const { from, label, state, step = "", problem } = event;
        if (isCheck(event)) {
          // The turn ends right after the check, and takes the line with it.
          if (state === "done") return null;
          batch(() => {
            this.checking.value = step;
            // Of a turn that was taken over, the text has come with its beginning.
            if (this.stage.peek().kind !== "streaming") this.stage.value = { kind: "streaming" };
          });
          return null;
        }
        // Whoever waits sees the way that it has come.
        const before = this.gathering.value.find((one) => one.from === from)?.note ?? "";
        const note = problem ?? [before, step].filter(Boolean).join(" → ");
        const now: Gathering = { from, label, state: state !== "done" ? "running" : problem === undefined ? "done" : "failed", note };
        this.gathering.value = [...this.gathering.value.filter((one) => one.from !== from), now];
        return null;
      }
      case "understanding":
        batch(() => {
          this.understood.value = event.understood ?? this.understood.peek();
          this.stage.value = { kind: event.asking ? "reading" : this.question === null ? "sending" : "thinking" };
        });
        return null;
      case "reading": {
        const { what, done, of } = event;
        // What comes of it is shown from the first word on.
        if (this.stage.peek().kind !== "streaming") this.stage.value = { kind: "preparing", what: what === "loading" ? what : "reading", done, of };
        return null;
      }
      case "fell":
        batch(() => {
          this.fell.value = event;
          this.model = event.model ?? "";
          this.stage.value = { kind: "thinking" };
        });
        return null;
      // It ends the turn: the card is in what is kept of it.
      case "clarify":
      case "progress":
      case "changed":
      // Of the conversation, not of the turn.
      case "condense":
      case "outbox":
      case "complete":
      case "error":
        return null;
      default:
        return event satisfies never;
    }
  }

  /** Resolves when all that has come is shown. */
  drawn(): Promise<void> {
    // There are no frames where nothing is painted.
    if (document.hidden) this.flush();
    if (!this.hasMore()) return Promise.resolve();
    document.addEventListener("visibilitychange", () => this.flush(), { once: true });
    return new Promise((resolve) => (this.onDrawn = resolve));
  }

  /** Whether some of what has come is not shown yet. */
  hasMore(): boolean {
    return this.waiting.answer !== "" || this.waiting.reasoning !== "";
  }

  private drawSoon(): void {
    this.frame ??= nextFrame(() => this.draw(), 2 * this.cost);
  }

  /**
   * Shows a part of what has come, and the rest in the frames that follow: a model may be
   * faster than the page, and what comes while one part is drawn must not make the next one
   * longer. The more waits, the more is drawn.
   */
  private draw(): void {
    const began = performance.now();
    this.frame = null;
    const { answer, reasoning } = this.waiting;
    const most = document.hidden ? Infinity : Math.max(this.most, (answer.length + reasoning.length) / 8);
    const thought = wholeUpTo(reasoning, most);
    const said = wholeUpTo(answer, most - thought);
    this.waiting = { answer: answer.slice(said), reasoning: reasoning.slice(thought) };
    this.show(answer.slice(0, said), reasoning.slice(0, thought));
    // After the frame: a page that draws slowly draws less often, and keeps up with the keyboard.
    setTimeout(() => {
      this.cost = performance.now() - began;
      this.most = Math.min(atOnce.most, Math.max(atOnce.least, this.cost > unfelt / 2 ? this.most / 2 : this.most * 1.5));
      if (this.hasMore()) this.drawSoon();
    });
  }

  /** Shows what has come and was not shown yet. */
  flush(): void {
    this.frame?.();
    this.frame = null;
    const { answer, reasoning } = this.waiting;
    this.waiting = { answer: "", reasoning: "" };
    this.show(answer, reasoning);
  }

  private show(answer: string, reasoning: string): void {
    if (answer !== "" || reasoning !== "") {
      batch(() => {
        if (answer !== "") this.text.value += answer;
        if (reasoning !== "") this.reasoning.value += reasoning;
        if (this.stage.peek().kind !== "streaming") this.stage.value = { kind: "streaming" };
      });
    }
    if (this.hasMore()) return;
    this.onDrawn?.();
    this.onDrawn = null;
  }

  /**
   * A turn may begin twice: another tab takes it over, and the text so far comes with it;
   * or its answer was checked, and the corrected text comes in place of the first.
   */
  private begin(event: StartedEvent): void {
    this.waiting = { answer: "", reasoning: "" };
    this.beginnings++;
    const isCorrected = this.checking.peek() !== null && event.text !== undefined;
    batch(() => {
      this.session = event.session;
      this.settle();
      this.question = event.question;
      this.message = event.message;
      this.model = event.model;
      this.text.value = event.text ?? "";
      if (isCorrected) {
        this.stage.value = { kind: "streaming" };
        return;
      }
      this.checking.value = null;
      this.reasoning.value = "";
      this.stage.value = { kind: "thinking" };
    });
  }
}

/** Whether an event is of the check of an answer, and not of a source that is asked. */
export function isCheck(event: CoreEvent): boolean {
  return event.kind === "gather" && event.from === "check";
}

/** Whether a turn has got as far as its answer. */
export function hasBegun({ stage }: Live): boolean {
  return !["sending", "waiting", "reading"].includes(stage.value.kind);
}

/** What a frame may take without being felt, in milliseconds. */
const unfelt = 24;

/** How many characters are drawn at once: at first, if they take long, if they do not. */
const atOnce = { first: 200, least: 150, most: 4_000 };

/** How much of a text is at most so long, without half a character at its end. */
function wholeUpTo(text: string, most: number): number {
  if (text.length <= most) return text.length;
  const end = Math.max(0, Math.floor(most));
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

/**
 * Runs work before the next frame is painted, after a pause if drawing takes long, or
 * soon where nothing is painted; returns what calls it off.
 */
function nextFrame(work: () => void, pause: number): () => void {
  let frame = 0;
  const request = () => (frame = requestAnimationFrame(work));
  if (!document.hidden && pause <= 2 * unfelt) {
    request();
    return () => cancelAnimationFrame(frame);
  }
  const timer = document.hidden ? setTimeout(work, 250) : setTimeout(request, pause);
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}
