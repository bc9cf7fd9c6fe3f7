// Random rounds: tabs come, write, hang, let go, crash and leave. After each round
// everybody comes to rest, and the file must hold what was acknowledged.

import type { Page } from "@playwright/test";
import { type Origin, crash } from "./origin.js";
import type { Setup } from "./page.js";

const mostTabs = 8;

export async function playRounds(origin: Origin, setup: Setup, rounds: number, seed: number): Promise<void> {
  const began = Date.now();
  const game = new Game(origin, setup, seed);
  for (let round = 1; round <= rounds; round++) {
    try {
      await game.round();
    } catch (error) {
      throw new Error(`seed ${seed}, round ${round}: ${game.said.join(", ")}`, { cause: error });
    }
  }
  console.log(`${rounds} rounds with seed ${seed} in ${Date.now() - began} ms: ${origin.acked.size} writes, ${game.summary()}`);
}

class Game {
  /** What was done in this round. */
  said: string[] = [];
  private readonly counts = new Map<string, number>();
  private tabs: Page[] = [];
  private readonly numbers = new Map<Page, number>();
  private expected = new Set<string>();
  private random: () => number = Math.random;
  private acts = 0;

  constructor(
    private readonly origin: Origin,
    private readonly setup: Setup,
    private readonly seed: number,
  ) {
    this.drawAnew();
  }

  /**
   * Each act draws from a source of its own: how many numbers one takes hangs on how the
   * tabs stand, and must not change what comes after it.
   */
  private drawAnew(): void {
    this.random = mulberry32(this.seed * 1_000_003 + this.acts++);
  }

  summary(): string {
    return [...this.counts].map(([act, n]) => `${act} ${n}`).join(", ");
  }

  async round(): Promise<void> {
    this.said = [];
    this.drawAnew();
    const acts = 6 + this.below(6);
    for (let i = 0; i < acts; i++) await this.act();
    await this.rest();
  }

  private async act(): Promise<void> {
    this.drawAnew();
    const [first] = this.tabs;
    if (first === undefined) {
      await this.open();
      return;
    }
    switch (this.below(16)) {
      case 0:
        if (this.tabs.length < mostTabs) await this.open();
        return;
      case 1: {
        const page = this.take(await this.victim());
        this.say("close");
        await page.close();
        return;
      }
      case 2: {
        const page = this.take(await this.victim());
        this.say("crash");
        await crash(page);
        await page.close();
        return;
      }
      case 3: {
        const page = await this.victim();
        this.say("restart");
        // What had no answer is given up by the page, and may or may not be written.
        await page.evaluate(() => window.tab.restart());
        this.forget(page);
        return;
      }
      case 4: {
        const page = await this.victim();
        this.say("hang");
        await page.evaluate(() => window.tab.hang(300));
        return;
      }
      case 5:
      case 6: {
        const page = await this.victim();
        this.say("release");
        await page.evaluate(() => void window.tab.release());
        return;
      }
      case 7: {
        this.say("resume");
        await this.any().evaluate(() => window.tab.resume());
        return;
      }
      default: {
        this.say("burst");
        const [n, before, after] = [1 + this.below(20), this.below(4), this.below(4)];
        const keys = await this.any().evaluate(([n, before, after]) => window.tab.burst(n, { before, after }), [n, before, after] as const);
        for (const key of keys) this.expected.add(key);
      }
    }
  }

  private async rest(): Promise<void> {
    if (this.tabs.length === 0) await this.open();
    const resting = this.tabs.map(async (page) => {
      await page.evaluate(() => {
        window.tab.resume();
        return window.tab.settled();
      });
    });
    await within(20_000, Promise.all(resting), () => this.describe());
    this.origin.check(await within(20_000, this.any().evaluate(() => window.tab.dump()), () => this.describe()));
    const missing = [...this.expected].filter((key) => !this.origin.acked.has(key));
    if (missing.length > 0) throw new Error(`never answered: ${missing.join(" ")}`);
    this.expected.clear();
  }

  private async open(): Promise<void> {
    this.say("open");
    const page = await this.origin.open(this.setup);
    this.tabs.push(page);
    this.numbers.set(page, await page.evaluate(() => window.tab.number));
  }

  /** The leader as often as not: what happens to the others is less interesting. */
  private async victim(): Promise<Page> {
    const any = this.any();
    if (this.below(2) === 0) return any;
    const kinds = await Promise.all(this.tabs.map((page) => page.evaluate(() => window.tab.statuses.at(-1)?.kind)));
    return this.tabs[kinds.indexOf("leading")] ?? any;
  }

  private any(): Page {
    const page = this.tabs[this.below(this.tabs.length)];
    if (page === undefined) throw new Error("there is no tab");
    return page;
  }

  /** Removes a tab that is about to go; what it had not heard of may be written or not. */
  private take(page: Page): Page {
    this.tabs = this.tabs.filter((tab) => tab !== page);
    this.forget(page);
    return page;
  }

  private forget(page: Page): void {
    const prefix = `${this.numbers.get(page)}-`;
    for (const key of this.expected) if (key.startsWith(prefix)) this.expected.delete(key);
  }

  private say(act: string): void {
    this.said.push(act);
    this.counts.set(act, (this.counts.get(act) ?? 0) + 1);
  }

  private below(n: number): number {
    return Math.floor(this.random() * n);
  }

  private async describe(): Promise<string> {
    const states = this.tabs.map((page) => page.evaluate(() => JSON.stringify([window.tab.number, window.tab.statuses.slice(-3)])));
    return (await Promise.all(states)).join("\n");
  }
}

/** A deadline for what would otherwise end with the test, without a word on what was going on. */
async function within<T>(ms: number, work: Promise<T>, describe: () => Promise<string>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => void describe().then((text) => reject(new Error(`not at rest after ${ms} ms:\n${text}`)), reject), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A small generator of numbers from 0 to 1 with a seed. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
