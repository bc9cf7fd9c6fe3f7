// Going from page to page in a Chromium as people have it, with its back-forward cache:
// see plain.ts. NAVIGATIONS=200 goes so many times, NAVIGATION_SEED on other ways.

import { expect, test } from "@playwright/test";
import { asked, release, resetModel, script } from "./model.js";
import { PlainBrowser, type PlainPage } from "./plain.js";
import { origin, token } from "./ports.js";

const navigations = Number(process.env["NAVIGATIONS"] ?? 16);
const firstSeed = Number(process.env["NAVIGATION_SEED"] ?? 1);

let browser: PlainBrowser;
test.beforeEach(async ({ launchOptions }) => {
  await resetModel();
  browser = new PlainBrowser(launchOptions.executablePath ?? "");
});
test.afterEach(async () => {
  await browser.close();
  await resetModel();
});

const shows = (words: string) => `document.body?.innerText.includes(${JSON.stringify(words)})`;
const ready = `document.querySelector("#status")?.textContent.includes("gpt-4") && document.querySelector(".meter-number") !== null`;
const answers = `document.querySelectorAll("article.answer").length`;
const field = `document.querySelector("#field")`;

async function unlocked(): Promise<PlainPage> {
  const page = await browser.open(`${origin}/#token=${token()}`);
  // A service worker that takes over throws what it takes over out of the cache.
  await page.until(`${ready} && navigator.serviceWorker.controller !== null`);
  return page;
}

async function ask(page: PlainPage, question: string): Promise<void> {
  await page.evaluate(`${field}.focus()`);
  await page.type(question);
  await page.press("Enter");
}

/** Begins a chat and returns its address. */
async function begin(page: PlainPage, question: string, answer: string): Promise<string> {
  await script({ text: answer });
  await ask(page, question);
  await page.until(`document.querySelector("article.answer .acts") !== null && location.pathname !== "/"`);
  return String(await page.evaluate("location.pathname"));
}

/** Numbers below n that are the same for the same seed. */
function drawer(seed: number): (n: number) => number {
  return (n) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (seed >>> 8) % n;
  };
}

test(`${navigations} full navigations between chats crash no tab`, async () => {
  test.setTimeout(60_000 + navigations * 3_000);
  const page = await unlocked();
  const code = await begin(page, "Some code, please.", "```go\nfunc main() { println(1) }\n```");
  await page.go(`location.assign("/")`);
  const plain = await begin(page, "Some words, please.", "Words.");
  const to = (path: string) => `location.assign("${path}")`;
  const ways = [to(code), to(plain), to("/"), to("/?temporary"), `navigation.canGoBack ? history.back() : ${to(code)}`, `navigation.canGoForward ? history.forward() : ${to(plain)}`];
  const draw = drawer(firstSeed);
  const arrivals = { loaded: 0, "from the cache": 0, crashed: 0 };
  for (let i = 0; i < navigations; i++) {
    const arrival = await page.go(ways[draw(ways.length)] ?? "");
    arrivals[arrival]++;
    expect(arrival, `navigation ${i + 1}`).not.toBe("crashed");
    // The core is left at every stage: while it loads, and when it has the history.
    if (draw(2) === 0) await page.until(ready);
  }
  console.log(`navigations: ${JSON.stringify(arrivals)}`);
  expect(arrivals["from the cache"]).toBeGreaterThan(0);
});

test("a page that comes back goes on with its answer and has its draft", async () => {
  const page = await unlocked();
  await script({ text: "One two three four.", hangAfterWord: 2 }, { text: "three four." });
  await ask(page, "Count.");
  await page.until(shows("One two"));
  // Another tab shows what is kept, which is all that a page leaves behind.
  const witness = await browser.open(origin + String(await page.evaluate("location.pathname")));
  await witness.until(shows("One two"));
  await witness.close();
  await page.type("And then?");
  // A page that does not ask for the history: one that does may push the other out of the cache.
  await page.go(`location.assign("/healthz")`);
  const arrival = await page.go("history.back()");
  expect(arrival, JSON.stringify(page.refusals)).toBe("from the cache");
  await page.until(`/One two\\s*three four\\./.test(document.querySelector("article.answer").innerText)`);
  await page.until(`document.querySelector("article.answer .acts") !== null`);
  expect(await page.evaluate(`${field}.value`)).toBe("And then?");
  await release();
  await page.evaluate(`${field}.focus()`);
  await page.press("Enter");
  await page.until(shows("You said: And then?"));
  expect(await page.evaluate(answers)).toBe(2);
  expect(await asked()).toHaveLength(3);
  // What is sent is no draft any more, wherever it was kept.
  await page.go("location.reload()");
  await page.until(`${ready} && ${answers} === 2`);
  expect(await page.evaluate(`${field}.value`)).toBe("");
});

test("another tab has the history while a page is in the cache, and the page learns what changed", async () => {
  const first = await unlocked();
  await begin(first, "Who leads?", "You do.");
  expect(await first.go(`location.assign("/healthz")`)).toBe("loaded");
  const second = await unlocked();
  await begin(second, "Who leads now?", "I do.");
  expect(await first.go("history.back()"), JSON.stringify(first.refusals)).toBe("from the cache");
  await first.until(`document.querySelectorAll(".sessions a.session-name").length === 2`);
  await ask(first, "And now?");
  await first.until(shows("You said: And now?"));
});

test("a temporary chat does not come back", async () => {
  const page = await unlocked();
  await page.go(`location.assign("/?temporary")`);
  await page.until(ready);
  await ask(page, "A secret");
  await page.until(shows("You said: A secret"));
  expect(await page.go(`location.assign("/")`)).toBe("loaded");
  await page.until(ready);
  await page.evaluate("history.back()");
  await page.until(`location.search === "?temporary" && ${ready}`);
  expect(await page.evaluate(shows("A secret"))).toBe(false);
  await ask(page, "Another one");
  await page.until(shows("You said: Another one"));
  expect(await page.evaluate(answers)).toBe(1);
});
