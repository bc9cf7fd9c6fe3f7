// Looks for the server whenever there is a reason to: the network changes, the reader
// comes back, or questions wait, which are sent as soon as somebody answers. Without a
// reason it rests, so that nothing spins for ever.

import { effect, untracked } from "@preact/signals";
import { type Host, host, providers } from "../models/host.js";
import { say } from "../shared/toast.js";
import { storeStatus } from "../storage/storage.js";
import { text } from "../text/en.js";
import { type Outbox, waiting } from "./outbox.js";

/** Between attempts while something waits, in milliseconds: each pause is twice the last. */
const first = 1_000;
const longest = 30_000;

export class Reach {
  private pause = first;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private busy = false;
  /** Set if there was a reason to look while a look was under way. */
  private again = false;
  /** Set if the reader came while the first look was under way: it may have begun too early. */
  private came = false;

  constructor(
    private readonly server: Host,
    private readonly outbox: Outbox,
  ) {
    const seen = () => {
      // Who comes back may have started the server, or a program that answers better than this browser.
      const alone = providers.peek().every(({ kind }) => kind === "browser");
      this.came ||= !document.hidden && host.peek() === null;
      if (!document.hidden && host.peek() !== null && (host.peek()?.state !== "ready" || alone)) this.hurry();
    };
    document.addEventListener("visibilitychange", seen);
    addEventListener("focus", seen);
    // A server on this machine answers without a network, and a model may not.
    addEventListener("online", () => this.hurry());
    addEventListener("offline", () => this.hurry());

    let count = 0;
    let leads = false;
    effect(() => {
      const { kind } = storeStatus.value;
      const more = waiting.value.length > count;
      const leadsNow = kind === "leading" && !leads;
      count = waiting.value.length;
      leads = kind === "leading";
      if (more || (leadsNow && count > 0)) untracked(() => this.hurry());
    });
    effect(() => {
      if (storeStatus.value.kind === "leading" || storeStatus.value.kind === "following") untracked(() => void this.outbox.load());
    });
    let before: string | undefined;
    effect(() => {
      const now = host.value?.state;
      if (before === "unreachable" && now === "ready") untracked(() => this.greet());
      if (before === undefined && now === "unreachable" && this.came) untracked(() => this.hurry());
      before = now ?? before;
    });
  }

  /** There is a reason to look now. */
  hurry(): void {
    this.pause = first;
    void this.look();
  }

  private async look(): Promise<void> {
    clearTimeout(this.timer);
    this.again = this.busy;
    if (this.busy) return;
    this.busy = true;
    try {
      await this.server.check(true);
      // One of the tabs sends, and each only once: the one that has the history.
      const sends = host.peek()?.state === "ready" && storeStatus.peek().kind === "leading";
      if (sends && waiting.peek().length > 0) await this.outbox.send();
    } finally {
      this.busy = false;
    }
    if (this.again) return this.hurry();
    if (waiting.peek().length === 0) return;
    this.timer = setTimeout(() => void this.look(), this.pause);
    this.pause = Math.min(2 * this.pause, longest);
  }

  private greet(): void {
    const count = waiting.peek().length;
    say(count === 0 ? text.offline.back : text.offline.backSending(count));
  }
}
