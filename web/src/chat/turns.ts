// Questions on their way to an answer: asks the core, shows what comes, and hands over
// to the conversation what is kept.

import { batch, computed, signal } from "@preact/signals";
import { chosenSources } from "../composer/attached.js";
import type { Named } from "../documents/documents.js";
import { type Client, CoreError, newKey } from "../core/client.js";
import type { CondenseEvent, CoreEvent, Message, StartedEvent, Turn } from "../core/protocol.gen.js";
import { type Conversation, path } from "../history/conversation.js";
import { plainOf } from "../markdown/plain.js";
import { comingModel } from "../models/rung.js";
import { alarm, announce } from "../shared/announce.js";
import { complain } from "../shared/complain.js";
import { place, session as shown, settle } from "../shared/route.js";
import type { Storage } from "../storage/storage.js";
import { text } from "../text/en.js";
import { type Act, type Asked, Live, type Options, isCheck, wordsOf } from "./live.js";

/** All turns of this tab that have not ended, in the order they were asked. */
export const lives = signal<readonly Live[]>([]);

/** Those of the conversation that is shown. */
export const livesHere = computed(() => {
  const here = place.value;
  return lives.value.filter((live) => (here.kind === "chat" ? live.session === here.session : live.session === null && live.place === here));
});

/** Whether an answer is under way in the conversation that is shown, for this tab or another. */
export const answering = computed(() => {
  if (livesHere.value.some((live) => isUnderWay(live))) return true;
  return path.value?.session === shown.value && path.value?.messages.at(-1)?.status === "streaming";
});

/** The rows that show a turn keep their place when its messages are kept and get names. */
const rowKeys = new Map<string, string>();

export function rowKey(message: string): string {
  return rowKeys.get(message) ?? message;
}

const words = text.chat.turn;

export interface TurnHooks {
  /** Called before anybody is asked: what must be done first. */
  onAsk: () => void;
  /** Resolves when it is known who answers; null if it is. */
  known: () => Promise<void> | null;
  /** Takes a question back that was not sent; returns false if there is no place for it. */
  giveBack: (live: Live, question: string) => boolean;
  /** A question is kept, so that its draft need not be. */
  onKept: (live: Live) => void;
  /** The conversation is condensed as a part of the turn. */
  onCondense: (event: CondenseEvent) => void;
  /** What was chosen on a card could not be answered, for this reason. */
  onRefused: (message: string, words: string) => void;
  /** What the page knows of who answers is stale: another one did, or the token was refused. */
  onStale: () => void;
  /** A turn of the session has ended. */
  onEnded: (session: string) => void;
}

/** What goes along with a question, and what it is an edit of. */
interface Sent {
  edit?: string;
  sources?: readonly string[] | undefined;
  documents?: readonly Named[];
}

export class Turns {
  constructor(
    private readonly client: Client,
    private readonly conversation: Conversation,
    private readonly storage: Storage,
    private readonly hooks: TurnHooks,
  ) {}

  /** Asks a question, or puts one beside another. */
  send(question: string, { edit, sources = chosenSources(), documents = [] }: Sent = {}): void {
    const here = place.peek();
    const act = { kind: "send" as const, text: question, documents, ...(edit === undefined ? {} : { edit }), ...(sources === undefined ? {} : { sources }) };
    this.start(act, {}, here.kind === "chat" ? here.session : null);
  }

  /** Answers a question once more: as the reader says that it is meant, by whom they name, at another length, or as they chose. */
  again(answer: Message, { model, maxMessages, ...asked }: Options & Asked = {}): void {
    const options = { ...(model === undefined ? {} : { model }), ...(maxMessages === undefined ? {} : { maxMessages }) };
    this.start({ kind: "again", message: answer.uid, depth: answer.depth, asked }, options, answer.session);
  }

  /** Answers a question that is kept and has no answer. */
  answer(question: Message): void {
    this.start({ kind: "answer", question: question.uid, depth: question.depth + 1 }, {}, question.session);
  }

  /** Goes on with an answer. */
  resume(answer: Message, options: Options = {}): void {
    this.start({ kind: "resume", message: answer.uid }, options, answer.session);
  }

  /** Goes on with a turn that asked what the question means; without a choice it is answered as it stands. */
  clarify({ uid, session }: Message, choice: string): void {
    this.start({ kind: "resume", message: uid, choice }, {}, session);
  }

  /** Asks again what could not be kept. */
  retry(live: Live): void {
    live.abort = new AbortController();
    live.stage.value = { kind: "sending" };
    void this.run(live);
  }

  /** Ends the answer that is under way here, and all that wait for it. What came is kept. */
  stop(): void {
    const session = shown.peek();
    if (session !== null) void this.client.call("turn.stop", { session }).catch(ignore);
    for (const live of livesHere.peek()) if (live.session === null) live.abort.abort();
  }

  /** Takes one turn back that has not begun, or dismisses one that has ended. */
  cancel(live: Live): void {
    live.abort.abort();
    if (live.stage.peek().kind === "unsent" || live.stage.peek().kind === "unsaved") this.end(live);
  }

  /** Whether the text of a message comes to this tab, so that what is kept of it is older. */
  isLive(message: string): boolean {
    return lives.peek().some((live) => live.message === message);
  }

  /**
   * Whether a question of the session may be kept already without this tab knowing its
   * name: what is read now would show it twice.
   */
  isAsking(session: string): boolean {
    return lives.peek().some((live) => live.session === session && live.message === null && isUnderWay(live));
  }

  private start(act: Act, options: Options, session: string | null): void {
    this.hooks.onAsk();
    const live = new Live(newKey(), act, options, place.peek(), session);
    if (session === null) live.after = lives.peek().findLast((other) => other.session === null && other.place === live.place && isUnderWay(other)) ?? null;
    // It is asked before it is shown: the core works while the page is drawn.
    void this.run(live);
    lives.value = [...lives.peek(), live];
  }

  private async run(live: Live): Promise<void> {
    // The browser is asked to keep the history when the first question is in it.
    let kept = () => {};
    const isKept = new Promise<void>((resolve) => (kept = resolve));
    if (live.session === null && live.after === null) void this.storage.adding(() => isKept).catch(ignore);
    try {
      // A question may be there before the core, or before the server has said who answers.
      const known = this.hooks.known();
      if (known !== null) await Promise.race([known, aborted(live.abort.signal)]);
      if (live.after !== null) await this.follow(live, live.after);
      const turn = await this.ask(live, (event) => {
        this.begin(live, event);
        kept();
      });
      // What came last is drawn in parts, too.
      await live.drawn();
      this.finish(live, turn);
    } catch (error) {
      this.fail(live, error);
    } finally {
      kept();
    }
  }

  /** Waits for the chat of the question before, and goes into it. */
  private async follow(live: Live, before: Live): Promise<void> {
    live.stage.value = { kind: "waiting", ahead: 1 };
    await Promise.race([before.placed, aborted(live.abort.signal)]);
    live.session ??= before.session;
    live.after = null;
    lives.value = [...lives.peek()];
  }

  private ask(live: Live, onStarted: (event: StartedEvent) => void): Promise<Turn> {
    const { key, act, options, session } = live;
    const callOptions = {
      signal: live.abort.signal,
      onEvent: (event: Parameters<Live["receive"]>[0]) => {
        if (event.kind === "condense") this.hooks.onCondense(event);
        if (event.kind === "fell") this.hooks.onStale();
        if (event.kind === "understanding" && event.asking && livesHere.peek().includes(live)) announce(text.understanding.reading);
        this.tell(live, event);
        const started = live.receive(event);
        if (started !== null) onStarted(started);
      },
    };
    switch (act.kind) {
      case "send": {
        const attached = act.sources === undefined ? {} : { sources: [...act.sources] };
        const where = { ...(session === null ? attached : { session }), ...(act.edit === undefined ? {} : { edit: act.edit }) };
        const documents = act.documents.map(({ uid }) => uid);
        return this.client.call("turn.send", { text: act.text, key, ...where, ...(documents.length > 0 ? { documents } : {}) }, callOptions);
      }
      case "again": {
        const { message, asked } = act;
        return this.client.call("turn.again", { message, key, ...asked, ...options }, callOptions);
      }
      case "answer":
        return this.client.call("turn.resume", { message: act.question }, callOptions);
      case "resume":
        if (act.choice !== undefined) return this.client.call("turn.clarify", { message: act.message, choice: act.choice }, callOptions);
        return this.client.call("turn.resume", { message: act.message, ...options }, callOptions);
      default:
        return act satisfies never;
    }
  }

  /** What a screen reader is told of a turn beside its answer: what happens, once, and not how far it is. */
  private tell(live: Live, event: CoreEvent): void {
    if (!livesHere.peek().includes(live)) return;
    if (event.kind === "fell") announce(event.message);
    if (event.kind === "gather" && isCheck(event) && event.state === "started") announce(words.checking(""));
    if (event.kind !== "reading") return;
    const what = event.what === "loading" ? event.what : "reading";
    const stage = live.stage.peek();
    if (stage.kind !== "preparing" || stage.what !== what) announce(text.models.stages[what]);
  }

  /** The question and the row of its answer are kept: the conversation shows them from now on. */
  private begin(live: Live, event: StartedEvent): void {
    const isNew = live.place.kind === "new" && place.peek() === live.place;
    batch(() => {
      rowKeys.set(event.question, `q ${live.key}`);
      if (live.act.kind !== "resume") rowKeys.set(event.message, live.key);
      if (isNew) settle(event.session);
      this.insert(live, event);
      // Which turns are shown where depends on their sessions.
      lives.value = [...lives.peek()];
    });
    this.hooks.onKept(live);
    // Once a turn, however often it begins: what happens in between says so itself, and so
    // does a model that is still on its way.
    if (live.beginnings === 1 && comingModel.peek() === null && shown.peek() === event.session) announce(words.answering);
  }

  private insert({ act }: Live, { session, question, message }: StartedEvent): void {
    const now = path.peek();
    const here = now?.session === session ? now : null;
    const depth = act.kind === "send" ? depthOf(here, act.edit) : act.kind === "resume" ? -1 : act.depth;
    if (depth < 0 || here?.messages.some(({ uid }) => uid === message)) return;
    const made = { session, createdAt: Date.now(), updatedAt: 0, tokens: 0 };
    const answer: Message = { ...made, uid: message, parent: question, depth, role: "assistant", content: "", status: "streaming" };
    if (act.kind !== "send") return this.conversation.splice(session, depth, [answer]);
    const asked: Message = { ...made, uid: question, depth, role: "user", content: wordsOf(act), status: "complete", metadata: { documents: act.documents } };
    this.conversation.splice(session, depth, [asked, { ...answer, depth: depth + 1 }]);
  }

  private finish(live: Live, turn: Turn): void {
    live.flush();
    // A turn that failed before the model was asked has not begun, and is kept all the same.
    if (live.question === null) {
      const { session, question, message, answer } = turn;
      const event: StartedEvent = { kind: "started", session, question, message: message.uid, model: answer.model ?? "", text: message.content };
      live.receive(event);
      this.begin(live, event);
    }
    if (turn.unsaved !== undefined) {
      live.text.value = turn.message.content;
      live.stage.value = { kind: "unsaved", message: turn.unsaved };
      alarm(words.unsaved);
      return;
    }
    batch(() => {
      this.conversation.replace({ ...turn.message, metadata: turn.answer });
      this.end(live);
    });
    this.hooks.onEnded(turn.session);
    if (turn.answer.problem?.code === "unauthorized") this.hooks.onStale();
    if (shown.peek() !== turn.session) return;
    const { problem, clarify } = turn.answer;
    if (clarify !== undefined && isWaiting(turn.message)) announce(text.understanding.card.announced(clarify.question, clarify.choices.map((choice) => choice.text)));
    else if (turn.answer.waiting) announce(text.offline.waiting.announced);
    else if (turn.message.status === "failed") alarm(problem?.message ?? words.failed);
    else if (turn.message.status === "stopped") announce(words.stopped);
    // After the page is drawn: of a long answer this takes as long.
    else setTimeout(() => shown.peek() === turn.session && announce(plainOf(turn.message.content)));
  }

  private fail(live: Live, error: unknown): void {
    if (!(error instanceof CoreError)) throw error;
    // What was kept is in the history, with as much of the answer as came.
    if (live.question !== null || live.act.kind !== "send") {
      this.end(live);
      if (live.session !== null) this.hooks.onEnded(live.session);
      if (error.code === "cancelled") return;
      if (live.act.kind === "resume" && live.act.choice !== undefined) this.hooks.onRefused(live.act.message, error.message);
      else complain(error);
      return;
    }
    if (error.code === "cancelled" && this.hooks.giveBack(live, live.act.text)) return this.end(live);
    live.settle();
    live.stage.value = { kind: "unsent", message: error.code === "cancelled" ? words.notSent : error.message };
    if (error.code !== "cancelled") alarm(error.message);
  }

  private end(live: Live): void {
    live.settle();
    lives.value = lives.peek().filter((other) => other !== live);
  }
}

/** Whether an answer is none yet because the reader is asked something. */
export function isWaiting({ status, content }: Message): boolean {
  return status === "stopped" && content === "";
}

export function isUnderWay({ stage }: Live): boolean {
  return stage.value.kind !== "unsent" && stage.value.kind !== "unsaved";
}

/** Where a question goes: in the place of the one it stands beside, or at the end. */
function depthOf(here: { from: number; messages: readonly Message[]; total: number } | null, edit: string | undefined): number {
  if (edit === undefined) return here?.total ?? 0;
  return here?.messages.find(({ uid }) => uid === edit)?.depth ?? -1;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

/** What the core refuses here is shown elsewhere; anything else is a bug. */
function ignore(error: unknown): void {
  if (!(error instanceof CoreError)) throw error;
}
