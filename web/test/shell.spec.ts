// What the page is before its scripts and its core have come, and after they failed.

import type { Page } from "@playwright/test";
import { ask, coreFile, expect, hold, mainFile, metered, offer, open, openSettings, parts, pickModel, test, workerFile } from "./fixture.js";

test("the shell is what the first rendering draws", async ({ page }) => {
  await hold(page, coreFile);
  const releaseMain = await hold(page, mainFile);
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.locator("#status")).toBeVisible();
  // Every element of the shell must be found again after the takeover, in its order,
  // with its attributes and its text; controls that need the script may come between.
  await page.evaluate(() => {
    const copy = document.getElementById("page")!.cloneNode(true) as Element;
    for (const extra of copy.querySelectorAll("noscript")) extra.remove();
    Object.assign(globalThis, { shell: copy });
  });
  await releaseMain();
  await expect(page.locator("html[data-live]")).toBeAttached();
  const missing = await page.evaluate(() => {
    const found: string[] = [];
    const words = (element: Element) => (element.children.length === 0 ? element.textContent!.trim() : "");
    const same = (a: Element, b: Element) =>
      a.tagName === b.tagName &&
      words(a) === words(b) &&
      [...a.attributes].every(({ name, value }) => b.getAttribute(name) === value) &&
      (a.children.length === 0 || [...b.attributes].every(({ name }) => a.hasAttribute(name)));
    const compare = (a: Element, b: Element) => {
      const rest = [...b.children];
      for (const child of a.children) {
        const at = rest.findIndex((candidate) => same(child, candidate));
        if (at < 0) found.push(`${child.tagName} ${child.className} in ${a.tagName}: ${child.textContent!.trim()}`);
        else compare(child, rest.splice(0, at + 1).at(-1)!);
      }
    };
    compare((globalThis as unknown as { shell: Element }).shell, document.getElementById("page")!);
    return found;
  });
  expect(missing).toEqual([]);
});

test("what is typed before the script has come is kept, with focus and selection", async ({ page }) => {
  const releaseMain = await hold(page, mainFile);
  await page.goto("/", { waitUntil: "commit" });
  const { field, number } = parts(page);
  await field.focus();
  await page.keyboard.type("hello world");
  await field.evaluate((element: HTMLTextAreaElement) => {
    element.setSelectionRange(5, 5);
    Object.assign(element, { mark: true });
  });
  await releaseMain();
  await expect(number).toHaveText(metered(2));
  expect(
    await field.evaluate((element: HTMLTextAreaElement) => ({
      mark: "mark" in element,
      focused: document.activeElement === element,
      at: element.selectionStart,
    })),
  ).toEqual({ mark: true, focused: true, at: 5 });
  await page.keyboard.type(",");
  await expect(field).toHaveValue("hello, world");
  await expect(number).toHaveText(metered(3));
});

test("the keyboard is where one writes, before any script of ours and after", async ({ page, context }) => {
  const releaseMain = await hold(page, mainFile);
  await page.goto("/", { waitUntil: "commit" });
  const { field } = parts(page);
  await expect(field).toBeFocused();
  await releaseMain();
  await expect(page.locator("html[data-live]")).toBeAttached();
  await expect(field).toBeFocused();
  await open(page);
  await ask(page, "First?");
  await page.locator(".head-name").focus();
  await page.getByRole("link", { name: "New chat" }).click();
  await expect(field).toBeFocused();
  await page.locator(".sessions a").click();
  await expect(parts(page).answers).toBeVisible();
  await expect(field).toBeFocused();
  // Fingers would have half of the page covered by their keyboard.
  const phone = await context.browser()!.newContext({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 }, baseURL: new URL(page.url()).origin });
  const other = await phone.newPage();
  await other.goto("/");
  await expect(other.locator("html[data-live]")).toBeAttached();
  await expect(other.locator("#field")).not.toBeFocused();
  await phone.close();
});

test("Enter before the script has come sends what stood there, once who answers is known", async ({ page }) => {
  const releaseMain = await hold(page, mainFile);
  await page.goto("/", { waitUntil: "commit" });
  const { field, questions, answers } = parts(page);
  await expect(field).toBeFocused();
  await page.keyboard.type("Are you");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("there?");
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue("Are you\nthere?");
  await page.keyboard.type("And more");
  await releaseMain();
  await expect(questions).toHaveText(/Are you\s+there\?/);
  await expect(answers).toContainText("You said: Are you there?");
  await expect(answers).toHaveCount(1);
  await expect(field).toHaveValue("And more");
  await expect(page.locator(".composer[data-asked]")).toHaveCount(0);
});

test("what is changed after an early Enter is not sent", async ({ page }) => {
  const releaseMain = await hold(page, mainFile);
  await page.goto("/", { waitUntil: "commit" });
  const { field, questions, status } = parts(page);
  await expect(field).toBeFocused();
  await page.keyboard.type("Too early");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Something else");
  await releaseMain();
  await expect(status).toContainText("gpt-4");
  await expect(field).toHaveValue("Something else");
  await expect(questions).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(questions).toHaveText(/Something else/);
});

test("Enter before the core has come sends, too", async ({ page }) => {
  const releaseCore = await hold(page, coreFile);
  await page.goto("/");
  const { field, answers } = parts(page);
  await expect(page.locator("html[data-live]")).toBeAttached();
  await field.fill("Hello?");
  await field.press("Enter");
  await releaseCore();
  await expect(answers).toContainText("You said: Hello?");
});

test("what is typed before the core has come is counted when it comes", async ({ page }) => {
  const releaseCore = await hold(page, coreFile);
  await page.goto("/");
  const { field, number, status } = parts(page);
  await expect(page.locator("html[data-live]")).toBeAttached();
  await field.focus();
  await page.keyboard.type("hello world");
  await expect(status).toHaveText("Starting…");
  await expect(number).toHaveText("–");
  await releaseCore();
  await expect(number).toHaveText(metered(2));
  await expect(field).toHaveValue("hello world");
});

test("nothing is offered before it works", async ({ page }) => {
  await hold(page, mainFile);
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Good/);
  await expect(page.getByRole("textbox")).toBeEditable();
  await expect(page.getByRole("button")).toHaveCount(0);
});

test("a chat that has an address does not begin with a greeting", async ({ page }) => {
  const { answers } = await open(page);
  await ask(page, "hello");
  const releaseMain = await hold(page, mainFile);
  await page.reload({ waitUntil: "commit" });
  await expect(page.locator("#status")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeHidden();
  await expect(page.getByRole("textbox")).toBeEditable();
  await page.getByRole("textbox").fill("typed early");
  await releaseMain();
  await expect(answers).toContainText("You said: hello");
  await expect(parts(page).field).toHaveValue("typed early");
});

for (const theme of ["dark", "light"] as const) {
  test(`the ${theme} theme is remembered and there before any script of ours`, async ({ page }) => {
    const other = theme === "dark" ? "light" : "dark";
    await page.emulateMedia({ colorScheme: other });
    await open(page);
    const paper = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await openSettings(page);
    await page.getByRole("radio", { name: theme === "dark" ? "Dark" : "Light" }).check();
    const chosen = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(chosen).not.toBe(paper);

    await hold(page, mainFile);
    await page.reload({ waitUntil: "commit" });
    await expect(page.locator("#status")).toBeVisible();
    // The script is held back; only the style sheet is waited for.
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(chosen);
    await expect(page.locator(`meta[name="theme-color"][media="all"]`)).toHaveAttribute("data-scheme", theme);
  });
}

test("following the system is the first choice and can be chosen again", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await open(page);
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await paper();
  await openSettings(page);
  await expect(page.getByRole("radio", { name: "System" })).toBeChecked();
  await page.getByRole("radio", { name: "Light" }).check();
  expect(await paper()).not.toBe(dark);
  await page.getByRole("radio", { name: "System" }).check();
  expect(await paper()).toBe(dark);
});

test("the greeting goes with the time of day", async ({ page }) => {
  for (const [hour, words] of [[3, "Good evening"], [8, "Good morning"], [14, "Good afternoon"], [20, "Good evening"]] as const) {
    await page.clock.setFixedTime(new Date(2026, 2, 1, hour));
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1, name: words, exact: true })).toBeVisible();
  }
});

test("says that it needs scripts where there are none", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL === undefined ? {} : { baseURL }) });
  const page = await context.newPage();
  await page.goto("/");
  await expect(page.locator("noscript p")).toBeVisible();
  await expect(page.locator("noscript p")).toContainText("Burrow needs JavaScript");
  await expect(page.getByText("Starting…")).toBeHidden();
  await context.close();
});

/** Makes the worker report a crash when it is sent a certain word. */
async function plantCrash(page: Page) {
  await page.route(workerFile, async (route) => {
    const answer = await route.fetch();
    const trap = `;addEventListener("message", (event) => {
      if (String(event.data).includes("xyzzy")) postMessage(JSON.stringify({ kind: "crash", message: "The core has stopped.", detail: "goroutine 7" }));
    });`;
    await route.fulfill({ response: answer, body: (await answer.text()) + trap });
  });
}

test("a crash is shown as a card, and a restart counts the text that was kept", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await plantCrash(page);
  const { field, number, status } = await open(page);
  await field.focus();
  await page.keyboard.type("hello");
  await page.keyboard.insertText(" xyzzy");
  const card = page.getByRole("alert");
  await expect(card.getByRole("heading")).toHaveText("The core has stopped.");
  await expect(status).toHaveText("Not running");
  await expect(number).toHaveText("–");
  await page.keyboard.type(" world");
  await expect(field).toHaveValue("hello xyzzy world");

  await expect(card.getByText("goroutine 7")).toBeHidden();
  await card.getByText("Details", { exact: true }).click();
  await expect(card.getByText("goroutine 7")).toBeVisible();
  await card.getByRole("button", { name: "Copy details" }).click();
  await expect(card.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Burrow .*\nThe core has stopped\.\ngoroutine 7$/);

  await field.fill("hello world");
  await card.getByRole("button", { name: "Restart" }).click();
  await expect(number).toHaveText(metered(2));
  await expect(card).toBeHidden();
});

test("a core that does not come is said, and can be started later", async ({ page, guard }) => {
  guard.allowed.push(/Failed to load resource/);
  await page.route(coreFile, (route) => route.abort());
  await page.goto("/");
  const { field, number } = parts(page);
  const card = page.getByRole("alert");
  await expect(card).toBeVisible();
  await field.fill("hello world");
  await page.unroute(coreFile);
  await card.getByRole("button", { name: "Restart" }).click();
  await expect(number).toHaveText(metered(2));
});

test("a vocabulary that does not come is said, and asked for again", async ({ page, guard }) => {
  guard.allowed.push(/Failed to load resource/);
  const vocabulary = /\/assets\/o200k_base-[^/]*$/;
  await page.route(vocabulary, (route) => route.abort());
  await offer(page, "gpt-4", "gpt-4o");
  const { field, number, status, pieces } = await open(page);
  await page.keyboard.press("Alt+P");
  await field.fill("日本語");
  await pickModel(page, "gpt-4o");
  const again = status.getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  await expect(number).toHaveText("–");
  await page.unroute(vocabulary);
  await again.click();
  await expect(number).toHaveText(metered(2, "", 120_000));
  await expect(pieces.getByRole("option")).toHaveText(["日本", "語"]);
});

test("a part of the page that cannot be had is said, and tried again", async ({ page, guard }) => {
  guard.allowed.push(/Failed to load resource/);
  const later = /\/assets\/later-[^/]*\.js$/;
  await page.route(later, (route) => route.abort());
  await open(page);
  await page.keyboard.press("Control+,");
  await expect(parts(page).toast).toContainText("Couldn’t load this part of the page.");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.unroute(later);
  await page.keyboard.press("Control+,");
  await expect(page.getByRole("dialog", { name: "Settings" })).toBeVisible();
});

test("without a network the counting goes on", async ({ page, context, guard }) => {
  // The page may be asking for copies of its history just then.
  guard.allowed.push(/ERR_INTERNET_DISCONNECTED .*\/api\/copy/);
  const { field, number, status } = await open(page);
  await context.setOffline(true);
  await expect(status).toContainText("You’re offline. You can still read, search and write; questions are sent later");
  await field.fill("hello world");
  await expect(number).toHaveText(metered(2));
  await context.setOffline(false);
  await expect(status).toContainText("gpt-4");
});
