// A random schedule of losing the server, getting it back, asking, cancelling, reloading
// and closing, in two tabs. In the end everybody comes to rest, and each question must
// have reached the model once, in order, and stand answered once in the history.
//
// A request that is cut off on its way cannot but be sent again, so nothing is cut off by
// chance: the schedule waits for what is under way, or has the model hold it and then
// cuts it off on purpose. Such requests are counted apart.

import { type BrowserContext, type Page, expect } from "@playwright/test";
import { parts } from "../fixture.js";
import { random } from "../markdown/random.js";
import { type Asked, asked, release, resetModel, script } from "../model.js";
import type { TestServer } from "../server.js";

interface Question {
  text: string;
  chat: Chat;
  /** Asked before those with a higher one. */
  order: number;
  cancelled: boolean;
}

interface Chat {
  /** Where it is, once it has been begun. */
  address: string;
}

/** What a question has come to, as a tab shows it. */
type Outcome = "none" | "waiting" | "answered" | "stopped" | "failed";

interface Exchange {
  question: string;
  outcome: Outcome;
  answer: string;
}

/** Between two looks, in milliseconds. */
const often = [20, 20, 50, 100];

export interface Tab {
  page: Page;
  chat: Chat;
}

export class Schedule {
  /** What was done, for whoever reads of a failure. */
  readonly done: string[] = [];
  private random: () => number;
  private readonly questions: Question[] = [];
  private lost: "nothing" | "network" | "server" = "nothing";
  /** Requests that were cut off on purpose. */
  private cut = 0;

  /** The tabs come in the order in which they were loaded: the first of them sends. */
  constructor(
    private readonly context: BrowserContext,
    private readonly server: TestServer,
    private readonly tabs: Tab[],
    private readonly seed: number,
  ) {
    this.random = random(seed);
  }

  async play(steps: number): Promise<void> {
    await resetModel();
    const together: Chat = { address: "" };
    const apart = this.chance(1 / 2);
    for (const tab of this.tabs) {
      tab.chat = apart ? { address: "" } : together;
      await tab.page.keyboard.press("Control+Shift+O");
    }
    if (!apart) await this.ask();
    for (let i = 0; i < steps; i++) {
      // How many numbers a step draws hangs on how the tabs stand, and must not change what
      // the next one does.
      this.random = random(this.seed * 1_000_003 + i + 1);
      await this.step();
    }
    await this.comeBack();
    await this.rest();
    await this.check();
  }

  counts(): { asked: number; cancelled: number; cut: number } {
    return { asked: this.questions.length, cancelled: this.questions.filter(({ cancelled }) => cancelled).length, cut: this.cut };
  }

  private async step(): Promise<void> {
    const act = this.random();
    if (this.lost === "nothing") {
      if (act < 0.4) return this.lose();
      if (act < 0.65) return this.ask();
      return act < 0.8 ? this.askAtOnce() : this.loadAnew();
    }
    const waits = (await this.waiting()).length > 0;
    if (act < 0.12) return this.comeBack();
    if (act < 0.25 && waits) return this.leaveWhileItIsSent();
    if (act < 0.4 && waits) return this.cancel();
    if (act < 0.6) return this.loadAnew();
    return act < 0.75 ? this.askAtOnce() : this.ask();
  }

  private async lose(): Promise<void> {
    await this.rest();
    this.lost = this.chance(1 / 3) ? "server" : "network";
    this.done.push(`lose the ${this.lost}`);
    if (this.lost === "network") await this.context.setOffline(true);
    else await this.server.stop();
    // A server that ends tells nobody.
    if (this.lost === "server") await this.look();
    for (const { page } of this.tabs) await expect(parts(page).status).toContainText(this.lost === "server" ? "Can’t reach the server" : "You’re offline.");
  }

  /** What waits is sent from now on, whatever comes next. */
  private async comeBack(): Promise<void> {
    const { lost } = this;
    if (lost === "nothing") return;
    this.lost = "nothing";
    this.done.push(`get the ${lost} back`);
    if (lost === "network") await this.context.setOffline(false);
    else await this.server.start();
    if (lost === "server") await this.look();
  }

  /** Gives each page a reason to look for its server. */
  private async look(): Promise<void> {
    for (const { page } of this.tabs) await page.evaluate(() => dispatchEvent(new Event("online")));
  }

  private async ask(tab = this.any(), order = this.questions.length): Promise<void> {
    const question: Question = { text: `Seed ${this.seed} asks number ${this.questions.length + 1}?`, chat: tab.chat, order, cancelled: false };
    this.questions.push(question);
    this.done.push(`ask ${this.questions.length} in ${this.nameOf(tab)}`);
    const { field } = parts(tab.page);
    await field.fill(question.text);
    await field.press("Enter");
    await this.until(tab, [question], ["waiting", "answered"]);
    await this.meet(tab);
  }

  /** In both tabs at the same time: which comes first is for the history to say. */
  private async askAtOnce(): Promise<void> {
    // Two that begin one chat would begin two.
    if (this.tabs.some(({ chat }) => chat.address === "")) return this.ask();
    const order = this.questions.length;
    await Promise.all(this.tabs.map((tab) => this.ask(tab, order)));
  }

  /** A chat that has been begun is shown by all who are to show it. */
  private async meet({ page, chat }: Tab): Promise<void> {
    if (chat.address !== "") return;
    chat.address = new URL(page.url()).pathname;
    for (const other of this.tabs) {
      if (other.chat === chat && other.page !== page) await other.page.locator(`.sessions a.session-name[href="${chat.address}"]`).click();
    }
  }

  /** Reloads a tab, or closes it and opens another. */
  private async loadAnew(): Promise<void> {
    const tab = this.any();
    const close = this.chance(1 / 2);
    // The other tab may come and go while this one sends.
    if (tab === this.tabs[0]) await this.rest();
    this.done.push(`${close ? "close" : "reload"} ${this.nameOf(tab)}`);
    await this.replace(tab, close);
  }

  private async replace(tab: Tab, close: boolean): Promise<void> {
    this.tabs.splice(this.tabs.indexOf(tab), 1);
    if (close) {
      await tab.page.close();
      tab.page = await this.context.newPage();
      await tab.page.goto(tab.chat.address || "/");
    } else {
      await tab.page.reload();
    }
    this.tabs.push(tab);
    await inLine(tab.page, this.tabs.length);
  }

  /** Only without a server: nothing can be on its way then. */
  private async cancel(): Promise<void> {
    const list = await this.waiting();
    const chosen = list[this.below(list.length)];
    if (chosen === undefined) return;
    const tab = this.any(({ chat }) => chat === chosen.chat);
    this.done.push(`cancel ${this.questions.indexOf(chosen) + 1} in ${this.nameOf(tab)}`);
    await this.until(tab, [chosen], ["waiting"]);
    const row = tab.page.locator("article.question", { hasText: chosen.text }).locator("xpath=following::article[contains(@class, 'answer')][1]");
    await row.getByRole("button", { name: "Cancel" }).click();
    chosen.cancelled = true;
    for (const other of this.tabs) if (other.chat === chosen.chat) await this.until(other, [chosen], ["stopped"]);
  }

  /** The tab that sends goes while the model has a question and has said nothing. */
  private async leaveWhileItIsSent(): Promise<void> {
    const before = (await asked()).length;
    await script({ hangBefore: true });
    await this.comeBack();
    await expect.poll(async () => (await asked()).length, { intervals: often }).toBe(before + 1);
    const leader = this.tabs[0] as Tab;
    const close = this.chance(1 / 2);
    this.done.push(`${close ? "close" : "reload"} ${this.nameOf(leader)} while it sends`);
    this.cut++;
    await this.replace(leader, close);
    await expect.poll(async () => (await asked())[before]?.gone, { intervals: often }).toBe(true);
    await release();
  }

  /** Until nothing is under way: all is answered, or waits for the server. */
  private async rest(): Promise<void> {
    const goal: Outcome[] = this.lost === "nothing" ? ["answered"] : ["answered", "waiting"];
    for (const tab of this.tabs) await this.until(tab, this.of(tab.chat), goal);
  }

  /** Waits until a tab shows that each of the questions has come to something, or was cancelled. */
  private async until(tab: Tab, questions: Question[], goal: Outcome[]): Promise<void> {
    const late = async () => {
      const rows = await exchanges(tab.page);
      return questions.flatMap(({ text, cancelled }) => {
        const outcome = rows.find(({ question }) => question === text)?.outcome ?? "none";
        return (cancelled ? outcome === "stopped" : goal.includes(outcome)) ? [] : [`${text} ${outcome}`];
      });
    };
    await expect.poll(late, { message: `${goal.join(" or ")} in ${this.nameOf(tab)}`, intervals: often }).toEqual([]);
  }

  /** What waits, as far as the tabs say so. */
  private async waiting(): Promise<Question[]> {
    const rows = (await Promise.all(this.tabs.map(({ page }) => exchanges(page)))).flat();
    const shown = new Set(rows.flatMap(({ question, outcome }) => (outcome === "waiting" ? [question] : [])));
    return this.questions.filter(({ text }) => shown.has(text));
  }

  private async check(): Promise<void> {
    const requests = await asked();
    expect(requests.filter(({ gone }) => gone)).toHaveLength(this.cut);
    const sent = requests.filter(({ gone }) => !gone).map(questionIn);
    expect([...sent].sort()).toEqual(this.questions.filter(({ cancelled }) => !cancelled).map(({ text }) => text).sort());
    for (const [i, request] of requests.entries()) {
      // What was cut off goes again, before what comes behind it in its chat.
      if (request.gone) expect(requests.slice(i + 1).map(questionIn)).toContain(questionIn(request));
    }
    for (const chat of new Set(this.questions.map(({ chat }) => chat))) {
      const tab = this.any((one) => one.chat === chat);
      await this.replace(tab, false);
      await this.until(tab, this.of(chat), ["answered"]);
      const order = this.inHistory(chat, await exchanges(tab.page));
      expect(sent.filter((text) => order.includes(text))).toEqual(order.filter((text) => sent.includes(text)));
      await expect(tab.page.locator(".versions")).toHaveCount(0);
    }
    for (const { page } of this.tabs) await expect(parts(page).status.getByRole("button", { name: /questions? waiting$/ })).toHaveCount(0);
  }

  /** The questions of a chat in the order of its history, each with its answer. */
  private inHistory(chat: Chat, rows: Exchange[]): string[] {
    const mine = this.of(chat);
    expect(rows.map(({ question }) => question).sort()).toEqual(mine.map(({ text }) => text).sort());
    let last = -1;
    for (const { question, answer } of rows) {
      const { text, order, cancelled } = mine.find(({ text }) => text === question) as Question;
      expect(order, "the order in which they were asked").toBeGreaterThanOrEqual(last);
      last = order;
      expect(answer.match(/You said: .*\?/g) ?? []).toEqual(cancelled ? [] : [`You said: ${text}`]);
    }
    return rows.map(({ question }) => question);
  }

  private of(chat: Chat): Question[] {
    return this.questions.filter((question) => question.chat === chat);
  }

  private any(fits: (tab: Tab) => boolean = () => true): Tab {
    const fitting = this.tabs.filter(fits);
    return fitting[this.below(fitting.length)] as Tab;
  }

  private nameOf(tab: Tab): string {
    return tab === this.tabs[0] ? "the tab that sends" : "the other tab";
  }

  private below(n: number): number {
    return Math.floor(this.random() * n);
  }

  private chance(p: number): boolean {
    return this.random() < p;
  }
}

function questionIn({ body }: Asked): string {
  return body?.messages.at(-1)?.content ?? "";
}

/** What a tab shows of its chat. */
function exchanges(page: Page): Promise<Exchange[]> {
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll("article.turn")];
    return rows.flatMap((row, i): Exchange[] => {
      if (!row.matches(".question")) return [];
      const question = row.querySelector(".bubble-text")?.textContent?.trim() ?? "";
      const next = rows[i + 1];
      const has = (part: string) => next?.matches(".answer") === true && next.querySelector(part) !== null;
      const settled = has(".turn-state") ? "stopped" : "answered";
      const outcome = has(".waiting") ? "waiting" : has(".failure") ? "failed" : has(".acts") ? settled : "none";
      return [{ question, outcome, answer: next?.textContent ?? "" }];
    });
  });
}

/** Waits until a tab that was loaded stands in the line of those that may send: it is behind the others then. */
export async function inLine(page: Page, tabs: number): Promise<void> {
  await expect(parts(page).number).toHaveText(/\d/);
  await page.waitForFunction(async (tabs) => {
    const { held = [], pending = [] } = await navigator.locks.query();
    return [...held, ...pending].filter(({ name }) => name === "burrow-store").length === tabs;
  }, tabs);
}
