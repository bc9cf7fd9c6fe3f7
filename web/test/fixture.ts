// What every test of the page shares: the server's token, a model that waits for a
// script, and a guard that fails the test if the page logged an error, broke its
// content security policy or asked another host for something.

import { type BrowserContext, type Locator, type Page, type Route, expect, test as base } from "@playwright/test";
import { stood } from "./failures.js";
import { resetModel } from "./model.js";
import { token } from "./ports.js";

interface Guard {
  /** Errors of the console that the test provokes on purpose. */
  allowed: RegExp[];
}

export const test = base.extend<{ guard: Guard; unlocked: boolean; model: void }>({
  /** Whether the page has the server's token. */
  unlocked: [true, { option: true }],
  context: async ({ context, unlocked }, use) => {
    if (unlocked) await unlock(context);
    await use(context);
  },
  model: [
    async ({}, use) => {
      await resetModel();
      await use();
      // What hangs would keep the server from stopping.
      await resetModel();
    },
    { auto: true },
  ],
  guard: [
    async ({ page, baseURL }, use, info) => {
      // The config blocks it where it is not what is tested.
      const guard: Guard = { allowed: [/Service Worker registration blocked by Playwright/] };
      const found: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") found.push(`${message.type()}: ${message.text()} (${message.location().url})`);
      });
      page.on("pageerror", (error) => found.push(`uncaught: ${error.message}`));
      page.on("request", (request) => {
        const { protocol, origin } = new URL(request.url());
        if (protocol.startsWith("http") && origin !== baseURL) found.push(`foreign request: ${request.url()}`);
      });
      await page.addInitScript(() => {
        document.addEventListener("securitypolicyviolation", (event) => {
          console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
        });
      });
      await use(guard);
      if (info.status !== info.expectedStatus) await info.attach(stood, { body: await stateOf(page) });
      const bad = found.filter((line) => !guard.allowed.some((pattern) => pattern.test(line)));
      // What a test has put in the way of requests ends with it, whatever is under way; what
      // is asked then is no longer the test's.
      if (!page.isClosed()) await page.unrouteAll({ behavior: "ignoreErrors" });
      expect(bad).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** How a page stands, in one line. */
async function stateOf(page: Page): Promise<string> {
  const state = page.evaluate(() => {
    const { activeElement: focused } = document;
    const dialogs = [...document.querySelectorAll("dialog[open], [popover]:popover-open")].map(({ className }) => className);
    const texts = [...document.querySelectorAll(".toast, .failure, [role=alert]")].map(({ textContent }) => textContent);
    return {
      at: location.pathname,
      focus: focused?.outerHTML.slice(0, 80),
      field: document.querySelector<HTMLTextAreaElement>("#field")?.value,
      rows: [...document.querySelectorAll("article")].map(({ className }) => className.replace("turn ", "")).join(" "),
      dialogs,
      status: document.getElementById("status")?.textContent,
      texts: texts.filter((text) => text !== ""),
    };
  });
  // One that has gone, or hangs, has nothing to say.
  const late = new Promise<string>((resolve) => setTimeout(resolve, 3_000, "the page does not answer"));
  return Promise.race([state.then(JSON.stringify, (error: unknown) => String(error).slice(0, 200)), late]);
}

/** Gives the pages of a context the token, as the address that the server prints does. */
export async function unlock(context: BrowserContext, given = token()): Promise<void> {
  await context.addInitScript((token) => {
    // Frames without an origin of their own have no storage.
    if (location.protocol.startsWith("http")) localStorage.setItem("burrow.token", token);
  }, given);
}

/** The parts of the page that tests look at, by role and name where they have one. */
export function parts(page: Page) {
  return {
    field: page.getByRole("textbox", { name: "Your message" }),
    send: page.getByRole("button", { name: "Send", exact: true }),
    stop: page.getByRole("button", { name: "Stop", exact: true }),
    meter: page.getByRole("button", { name: /^Context: .*Details$/ }),
    number: page.locator(".meter-number"),
    status: page.locator("#status"),
    breakdown: page.getByRole("region", { name: "Context breakdown" }),
    model: page.getByRole("button", { name: /^Model: / }),
    pieces: page.getByRole("listbox", { name: "Your text as tokens" }),
    files: page.getByRole("list", { name: "Files" }).getByRole("listitem"),
    log: page.getByRole("log"),
    questions: page.locator("article.question"),
    answers: page.locator("article.answer"),
    sessions: page.locator(".sessions a.session-name"),
    toast: page.locator(".toast"),
    /** What a screen reader is told: of the conversation, of the count, at once. */
    said: page.locator(".said"),
    counted: page.locator(".said-count"),
    alarm: page.locator(".said-urgent"),
  };
}

/** Opens the page and waits until it can be asked. */
export async function open(page: Page, path = "/") {
  await page.goto(path);
  const found = parts(page);
  await seen(page, () => document.getElementById("status")?.textContent?.includes("gpt-4") && /\d/.test(document.querySelector(".meter-number")?.textContent ?? ""));
  await expect(found.status).toContainText("gpt-4");
  await expect(found.number).toHaveText(/\d/);
  return found;
}

/**
 * Waits for what an assertion is about to say, at most as long as it would: one that has
 * to wait looks at the page only twice a second.
 */
async function seen<T>(page: Page, is: (given: T) => unknown, given?: T): Promise<void> {
  await page.waitForFunction(is as (given: unknown) => unknown, given, { polling: 40, timeout: 15_000 }).catch(() => undefined);
}

export type Section = "General" | "Models" | "Memory" | "Data" | "Keyboard" | "Advanced";

export const settingsOf = (page: Page) => page.getByRole("dialog", { name: "Settings" });

/** Opens the settings at a section, as a reader would. */
export async function openSettings(page: Page, section: Section = "General") {
  // Where there is no room for the chats, the settings are behind them.
  const chats = page.getByRole("button", { name: "Show sidebar" });
  if (await chats.isVisible()) await chats.click();
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  await showSection(page, section);
  return settingsOf(page);
}

/** Has chats condensed without a model as soon as they have some 300 tokens, in the settings for memory. */
export async function condenseSoon(page: Page, sheet: Locator): Promise<void> {
  // One is kept before the other is changed.
  const kept = (name: string) => expect(sheet.locator(".setting", { has: page.getByText(name, { exact: true }) }).locator(".tag")).toHaveText("all chats");
  await sheet.getByLabel("Condensing", { exact: true }).selectOption({ label: "Without a model" });
  await kept("Condensing");
  await sheet.getByLabel("Condense above").fill("300");
  await sheet.getByLabel("Condense above").blur();
  await kept("Condense above");
}

/** Goes to another section of the settings that are open. */
export async function showSection(page: Page, section: Section): Promise<void> {
  const sheet = settingsOf(page);
  await expect(sheet).toBeVisible();
  await sheet.getByRole("tab", { name: section }).or(sheet.getByRole("button", { name: section, exact: true })).click();
}

/** Has a model chosen that answers from now on. */
export async function pickModel(page: Page, name: string): Promise<void> {
  await parts(page).model.click();
  await page.locator(".picked", { has: page.getByText(name, { exact: true }) }).click();
  await expect(page.locator(".picker")).toHaveCount(0);
}

/** The names of the models that can be chosen. */
export async function modelsOffered(page: Page): Promise<string[]> {
  await parts(page).model.click();
  await expect(page.locator(".picker")).toBeVisible();
  const names = await page.locator(".picked-name").allTextContents();
  await page.keyboard.press("Escape");
  await expect(page.locator(".picker")).toHaveCount(0);
  return names;
}

/** Asks a question and waits until it is answered to the end. */
export async function ask(page: Page, question: string): Promise<void> {
  const { field, answers } = parts(page);
  // Their number says nothing: older ones may be condensed meanwhile.
  const before = (await answers.count()) === 0 ? null : await answers.last().getAttribute("data-key");
  await field.fill(question);
  await field.press("Enter");
  await seen(
    page,
    (before) => {
      const last = [...document.querySelectorAll<HTMLElement>("article.answer")].at(-1);
      return last !== undefined && last.dataset["key"] !== before && last.querySelector("[aria-label=Details]") !== null;
    },
    before,
  );
  if (before === null) await expect(answers).not.toHaveCount(0);
  else await expect(answers.last()).not.toHaveAttribute("data-key", before);
  await expect(answers.last().getByRole("button", { name: "Details" })).toBeAttached();
}

/**
 * Types a question until a message is among those it recalls, which are shown. The first
 * time, it may go by its words: what it means is not waited for long.
 */
export async function recalls(page: Page, question: string, message: Locator): Promise<void> {
  const { field } = parts(page);
  await expect(async () => {
    await field.fill("");
    await field.fill(question);
    await expect(message).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
}

/** The tokens of the usual instructions, with their frame. */
export const instructed = 28;

/** What the meter shows for a draft of so many tokens in a new chat: the role, its frame and the instructions come on top. */
export function metered(tokens: number, estimate = "", window = 8192): string {
  const sum = instructed + (tokens === 0 ? 0 : tokens + 5);
  return `${estimate}${sum.toLocaleString("en-US")} / ${window.toLocaleString("en-US")}`;
}

/** From how many tokens on older messages are condensed, as the breakdown says. */
export async function condensesAbove(page: Page, tokens: string): Promise<void> {
  const { meter } = parts(page);
  await meter.click();
  await expect(row(page, "Condenses above")).toHaveText(tokens);
  await page.keyboard.press("Escape");
}

/** The value of one row of the breakdown. */
export function row(page: Page, name: string) {
  return page.locator(".breakdown dl > div", { hasText: name }).locator("dd");
}

/** Keeps the requests for an address waiting until the returned function is called. */
export async function hold(page: Page, url: RegExp): Promise<() => Promise<void>> {
  const waiting: Route[] = [];
  let held = true;
  await page.route(url, async (route) => {
    if (held) waiting.push(route);
    else await route.continue();
  });
  return async () => {
    held = false;
    await Promise.all(waiting.map((route) => route.continue()));
  };
}

/** Makes the server offer other models than it has. */
export async function offer(page: Page, ...models: string[]): Promise<void> {
  await page.route("**/api/status", async (route) => {
    const answer = await route.fetch();
    const status = (await answer.json()) as { providers: { models: string[] }[] };
    if (status.providers[0] !== undefined) status.providers[0].models = models;
    await route.fulfill({ response: answer, json: status });
  });
}

/** Imports what a file was said to have. */
export async function agree(page: Page, options?: { timeout: number }): Promise<void> {
  await page.getByRole("group", { name: /^Import / }).getByRole("button", { name: "Import", exact: true }).click(options);
}

export const coreFile = /\/assets\/core-[^/]*\.wasm$/;
export const mainFile = /\/assets\/main-[^/]*\.js$/;
export const workerFile = /\/assets\/worker-[^/]*\.js$/;
