// Firefox: the page after its server has gone.

import { expect, test } from "@playwright/test";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { resetModel, script } from "../model.js";
import { TestServer } from "../server.js";

const firefox = process.env["FIREFOX"] ?? "";

let browser: Browser;
let server: TestServer;

test.beforeEach(async () => {
  if (firefox === "") throw new Error("FIREFOX is not set: run `make test-firefox`");
  await resetModel();
  server = new TestServer();
  await server.start();
  browser = await puppeteer.launch({ browser: "firefox", executablePath: firefox, headless: true });
});

test.afterEach(async () => {
  await browser?.close();
  await server?.close();
});

/** The text of what a selector finds. */
const textOf = (page: Page, selector: string) => page.evaluate((selector) => Array.from(document.querySelectorAll(selector), (element) => element.textContent).join("\n"), selector);

const says = (page: Page, selector: string) => expect.poll(() => textOf(page, selector));

async function ask(page: Page, question: string): Promise<void> {
  await page.type("#field", question);
  await page.keyboard.press("Enter");
}

test("shell, history and search work after a reload without the server, and a question waits", async () => {
  const page = await browser.newPage();
  await page.goto(server.address);
  await says(page, "#status").toContain("gpt-4");
  await script({ text: "A hare rests in a shallow form, pressed into the grass." });
  await ask(page, "Where does a hare rest?");
  await says(page, "article.answer").toContain("pressed into the grass");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));

  await server.stop();
  await page.reload();
  await says(page, "#status").toContain("Can’t reach the server. Is burrow serve running?");
  await says(page, ".sessions a.session-name").toContain("Where does a hare rest?");
  await says(page, "article.answer").toContain("pressed into the grass");
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  expect(await page.evaluate(() => document.querySelector("#field")?.tagName)).toBe("TEXTAREA");

  await page.keyboard.down("Control");
  await page.keyboard.press("k");
  await page.keyboard.up("Control");
  await page.waitForSelector("dialog[open] input");
  await page.type("dialog[open] input", "shallow form");
  await says(page, "dialog[open] mark").toContain("shallow");
  await page.keyboard.press("Escape");

  await ask(page, "Is anybody there?");
  await says(page, "article.answer").toContain("Waiting to be sent");
  await server.start();
  await says(page, "article.answer").toContain("You said: Is anybody there?");
});
