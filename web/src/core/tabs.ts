// One writer per origin. Tabs stands in each tab's worker, between its page and its
// core, and sends store requests to the one worker that leads: see lead.ts. What the
// workers say to each other is in channel.ts.
//
// The leader hands requests to its own core. The others, its followers, send theirs
// over a BroadcastChannel and keep each until its answer is there. When another
// worker takes the lead, they send again what they keep, in order; the store applies
// a write with a key once. So nothing depends on what became of the last leader.

import { type Outgoing, decode, randomName, version } from "./channel.js";
import { type Kind, headOf } from "./frames.js";
import { Lead, type Owner, type StoreOpened } from "./lead.js";
import type { ErrorFrame } from "./protocol.gen.js";
import type { StoreStatus } from "./store-status.js";
import { history as words } from "../text/core.js";

export interface PagePort {
  post(frame: string): void;
  status(status: StoreStatus): void;
}

/** Durations are in milliseconds. */
export interface TabsOptions {
  /** The name of both the lock and the channel. */
  name?: string;
  /** Between questions to the leader while something waits for an answer. */
  ping?: number;
  /** Between questions to the leader while nothing does. */
  idlePing?: number;
  /** How long questions stay unanswered before the page is told. */
  silence?: number;
  /** How long a leader that lets go waits for answers of its core. */
  drain?: number;
  /** Pause after the first failure to open; each further failure doubles it. */
  retryFirst?: number;
  retryLongest?: number;
}

const defaults: Required<TabsOptions> = {
  name: "burrow-store",
  ping: 500,
  idlePing: 5_000,
  silence: 2_000,
  drain: 1_000,
  retryFirst: 1_000,
  retryLongest: 30_000,
};

/** One worker's one time as leader. */
interface Term {
  epoch: string;
  opened: StoreOpened;
  /** False when the lead is about to end: what is under way is finished, nothing new begun. */
  taking: boolean;
  /** The database is being closed, which cuts short what is still under way. */
  closing: boolean;
}

/**
 * Connects a page and its core with the leader, from construction until `close`.
 *
 * Tabs draw their numbers at random, so two may draw the same one, once in 37,000
 * times with eight tabs. Answers therefore go by a name of 128 random bits that each
 * Tabs has. If the same id is under way for two of them, the second is refused.
 */
export class Tabs {
  private readonly me = randomName();
  private readonly options: Required<TabsOptions>;
  private readonly channel: BroadcastChannel;
  private readonly lead: Lead;
  /** Requests of this tab's page without an answer, in the order they came. */
  private readonly kept = new Map<number, string>();

  /** Set while this worker leads. */
  private term: Term | null = null;
  /** Requests that this worker's core works on, with the name of the tab that waits. */
  private readonly running = new Map<number, string>();
  private drained = () => {};

  /** The leader, if it is another worker. */
  private leader: { epoch: string; opened: StoreOpened } | null = null;
  /** Questions are counted, not timed: a worker that was itself busy finds one unanswered, not two seconds of silence. */
  private unanswered = 0;
  private silentSince: number | null = null;
  private openerHeard = false;
  private failure: string | null = null;
  private otherVersion = false;
  private otherVersionTimer: ReturnType<typeof setTimeout> | undefined;
  private askTimer: ReturnType<typeof setTimeout> | undefined;
  private askPace = 0;
  private shown: StoreStatus = { kind: "starting" };
  private closed = false;

  constructor(
    private readonly owner: Owner,
    private readonly page: PagePort,
    options: TabsOptions = {},
  ) {
    this.options = { ...defaults, ...options };
    this.channel = new BroadcastChannel(this.options.name);
    this.channel.addEventListener("message", (event: MessageEvent<unknown>) => this.receive(event.data));
    this.lead = new Lead(
      owner,
      {
        opening: () => this.heard(),
        began: (opened) => this.begin(opened),
        ending: () => this.drain(),
        ended: () => this.end(),
        failed: (message) => {
          this.post({ kind: "failed", message });
          this.fail(message);
        },
      },
      { lock: this.options.name, retryFirst: this.options.retryFirst, retryLongest: this.options.retryLongest },
    );
    page.status(this.shown);
    this.ask();
    this.lead.want();
  }

  /** Takes a store request, or its cancellation, from this tab's page. */
  fromPage(id: number, frame: string): void {
    if (this.closed) return;
    if (headOf(frame)?.kind === "cancel") {
      // The page has already given the request up: nobody waits for its answer,
      // and the next leader need not hear of it.
      if (this.kept.delete(id)) this.send(id, frame);
      return;
    }
    this.kept.set(id, frame);
    this.lead.hurry();
    this.send(id, frame);
    this.pace();
  }

  /** Takes what this worker's core says to a store request, or with id 0 to all tabs. */
  fromCore(id: number, frame: string): void {
    if (id === 0) {
      this.page.post(frame);
      this.post({ kind: "tell", frame });
      return;
    }
    const to = this.running.get(id);
    if (to === undefined) return;
    const kind = headOf(frame)?.kind;
    if (kind !== "event") {
      this.running.delete(id);
      if (this.running.size === 0) this.drained();
      // Cut short by closing, not refused: the next leader gets it again. A result
      // was committed, and counts.
      if (kind === "error" && this.term?.closing) return;
    }
    this.answer(to, id, frame);
  }

  /** Closes the database and lets go of the lock, for a page that is frozen or hidden. Requests are kept, and go to the next leader. */
  release(): Promise<void> {
    return this.lead.rest();
  }

  /** Stands for the lead again after `release`. */
  resume(): void {
    if (this.closed) return;
    this.ask();
    this.lead.want();
  }

  /** Lets go for good. Requests without an answer are forgotten. */
  close(): void {
    this.closed = true;
    this.kept.clear();
    this.pace();
    clearTimeout(this.otherVersionTimer);
    void this.lead.rest().then(() => this.channel.close());
  }

  private begin(opened: StoreOpened): void {
    const term = { epoch: randomName(), opened, taking: true, closing: false };
    this.term = term;
    this.leader = null;
    this.failure = null;
    this.heard();
    // Before the others hear of it: this page has waited as long as theirs.
    for (const [id, frame] of [...this.kept]) this.take(this.me, id, "request", frame);
    this.postLead(term);
    this.show();
  }

  private async drain(): Promise<void> {
    const term = this.term;
    if (term === null) return;
    term.taking = false;
    if (this.running.size > 0) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      await new Promise<void>((resolve) => {
        this.drained = resolve;
        timer = setTimeout(resolve, this.options.drain);
      });
      clearTimeout(timer);
    }
    term.closing = true;
  }

  private end(): void {
    const term = this.term;
    this.term = null;
    this.running.clear();
    if (term !== null) this.post({ kind: "released", epoch: term.epoch });
    this.show();
    this.pace();
  }

  private fail(message: string): void {
    this.failure = message;
    this.leader = null;
    this.show();
  }

  /** Sends a frame of this page to whoever leads. If nobody does, the next leader gets it. */
  private send(id: number, frame: string): void {
    if (this.term !== null) this.take(this.me, id, headOf(frame)?.kind, frame);
    else if (this.leader !== null) this.post({ kind: "frame", epoch: this.leader.epoch, id, frame });
  }

  /** Hands a frame to this worker's core, which leads. */
  private take(from: string, id: number, kind: Kind | undefined, frame: string): void {
    const other = this.running.get(id);
    if (kind === "cancel") {
      if (other === from) this.owner.handle(frame);
      return;
    }
    if (!this.term?.taking || other === from) return;
    if (other !== undefined) {
      const refusal: ErrorFrame = { kind: "error", id, code: "unavailable", message: words.sameNumber };
      this.answer(from, id, JSON.stringify(refusal));
      return;
    }
    this.running.set(id, from);
    this.owner.handle(frame);
  }

  private answer(to: string, id: number, frame: string): void {
    if (to === this.me) this.deliver(id, frame);
    else this.post({ kind: "answer", to, id, frame });
  }

  /** Gives the page what answers a request of its own, once: two leaders may both have answered. */
  private deliver(id: number, frame: string): void {
    if (!this.kept.has(id)) return;
    if (headOf(frame)?.kind !== "event") this.kept.delete(id);
    this.page.post(frame);
  }

  private receive(data: unknown): void {
    if (this.closed) return;
    const message = decode(data);
    switch (message?.kind) {
      case undefined:
        return;
      case "ask":
        if (this.term?.taking) this.postLead(this.term);
        else if (this.lead.isOpening) this.post({ kind: "opening" });
        return;
      case "lead":
        this.follow(message.epoch, message.opened);
        return;
      case "opening":
        this.openerHeard = true;
        return;
      case "released":
        if (this.leader?.epoch !== message.epoch) return;
        this.leader = null;
        // A late word of the old leader may have hidden the new one's.
        this.ask();
        return;
      case "failed":
        if (this.term === null) this.fail(message.message);
        return;
      case "frame":
        if (this.term?.epoch !== message.epoch) return;
        this.take(message.from, message.id, headOf(message.frame)?.kind, message.frame);
        return;
      case "answer":
        if (message.to !== this.me) return;
        this.heard();
        this.deliver(message.id, message.frame);
        return;
      case "tell":
        this.page.post(message.frame);
        return;
      case "other version":
        this.noteOtherVersion(message.asks);
        return;
      default:
        message satisfies never;
    }
  }

  private follow(epoch: string, opened: StoreOpened): void {
    // Only a word that was overtaken by the lock can say so to the leader.
    if (this.term !== null) return;
    const isNew = this.leader?.epoch !== epoch;
    this.leader = { epoch, opened };
    this.failure = null;
    this.lead.retry();
    this.heard();
    this.show();
    if (isNew) for (const [id, frame] of this.kept) this.post({ kind: "frame", epoch, id, frame });
  }

  /** The other version's tab may be the leader, or wait for this one: each is told of the other. */
  private noteOtherVersion(asks: boolean): void {
    if (asks && this.term?.taking) this.postLead(this.term);
    this.otherVersion = true;
    clearTimeout(this.otherVersionTimer);
    this.otherVersionTimer = setTimeout(() => {
      this.otherVersion = false;
      this.show();
    }, 3 * this.options.idlePing);
    this.show();
  }

  private ask(): void {
    this.unanswered = Math.max(this.unanswered, 1);
    this.openerHeard = false;
    this.post({ kind: "ask" });
    this.pace();
  }

  /** Runs as often as `pace` says while another worker leads, or nobody. */
  private tick(): void {
    this.askPace = 0;
    if (this.lead.isOpening) {
      this.pace();
      return;
    }
    if (this.unanswered * this.options.ping >= this.options.silence) this.silentSince ??= Date.now();
    this.show();
    this.unanswered++;
    this.ask();
  }

  /** Sets when to ask next. A silent leader finds all questions when it wakes up, so it is not asked often. */
  private pace(): void {
    if (this.term !== null || this.closed) {
      clearTimeout(this.askTimer);
      this.askPace = 0;
      return;
    }
    const hurried = this.silentSince === null && (this.kept.size > 0 || this.unanswered > 0);
    const pace = hurried ? this.options.ping : this.options.idlePing;
    if (pace === this.askPace) return;
    this.askPace = pace;
    clearTimeout(this.askTimer);
    this.askTimer = setTimeout(() => this.tick(), pace);
  }

  private heard(): void {
    const wasSilent = this.silentSince !== null;
    this.unanswered = 0;
    this.silentSince = null;
    this.pace();
    if (wasSilent) this.show();
  }

  private show(): void {
    const status = this.status();
    if (JSON.stringify(status) === JSON.stringify(this.shown)) return;
    this.shown = status;
    this.page.status(status);
  }

  private status(): StoreStatus {
    const note = this.otherVersion ? { note: words.otherVersion } : {};
    if (this.term !== null) return { kind: "leading", opened: this.term.opened, ...note };
    if (this.leader !== null && this.silentSince === null) return { kind: "following", opened: this.leader.opened, ...note };
    if (this.failure !== null) return { kind: "failed", message: this.failure };
    if (this.silentSince !== null) return { kind: "waiting", reason: this.reason(), since: this.silentSince };
    // Between two leaders there are milliseconds, which the page need not show.
    return this.shown.kind === "following" ? this.shown : { kind: "starting" };
  }

  private reason(): string {
    if (this.otherVersion) return words.otherVersion;
    return this.openerHeard ? words.opening : words.silent;
  }

  private postLead({ epoch, opened }: Term): void {
    this.post({ kind: "lead", epoch, opened });
  }

  private post(message: Outgoing): void {
    this.channel.postMessage({ v: version, from: this.me, ...message });
  }
}
