// The page without its network, and without its server: what is here is read, searched,
// saved and changed; what is asked waits, and is sent once each when somebody answers.

import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "@playwright/test";
import { ask, expect, openSettings, parts } from "./fixture.js";
import { asked, release, script } from "./model.js";
import { test, visit } from "./served.js";
import type { TestServer } from "./server.js";

/** How the page loses its server, and gets it back. */
interface Loss {
  name: string;
  lose(context: BrowserContext, server: TestServer): Promise<void>;
  restore(context: BrowserContext, server: TestServer): Promise<void>;
  says: string;
}

const losses: Loss[] = [
  {
    name: "without a network",
    lose: (context) => context.setOffline(true),
    restore: (context) => context.setOffline(false),
    says: "You’re offline. You can still read, search and write",
  },
  {
    name: "without its server",
    lose: (_, server) => server.stop(),
    restore: (_, server) => server.start(),
    says: "Can’t reach the server. Is burrow serve running?",
  },
];

const countIn = (page: Page) => parts(page).status.getByRole("button", { name: /questions? waiting$/ });

for (const { name, lose, restore, says } of losses) {
  test(`${name}: history, search, drafts, export, backup and settings work after a reload`, async ({ page, context, server }) => {
    const { field } = await visit(page);
    await script({ text: "A hare rests in a shallow form, pressed into the grass." });
    await ask(page, "Where does a hare rest?");
    const chat = page.url();
    await page.keyboard.press("Control+Shift+O");
    await ask(page, "Tell me about moss.");
    await field.fill("A draft about ferns");
    await lose(context, server);

    await page.reload();
    const { status, sessions, answers, questions, number } = parts(page);
    await expect(status).toContainText(says);
    await expect(sessions).toHaveText(["Tell me about moss.", "Where does a hare rest?"]);
    await expect(questions).toHaveText(/Tell me about moss\./);
    await expect(field).toHaveValue("A draft about ferns");
    await expect(number).toHaveText(/\d/);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);

    await page.keyboard.press("Control+K");
    const search = page.getByRole("dialog", { name: "Search chats" });
    await search.getByRole("combobox").fill("shallow form");
    await search.getByRole("group", { name: "Messages" }).getByRole("option").click();
    await expect(page).toHaveURL(chat);
    await expect(answers).toContainText("pressed into the grass");
    // By its own address, too.
    await page.goto(chat);
    await expect(answers).toContainText("pressed into the grass");

    await openSettings(page, "Data");
    const lines = (await download(page, /^Export/)).toString().trimEnd().split("\n");
    expect(lines).toHaveLength(4);
    expect((await download(page, /^Back up/)).subarray(0, 15).toString()).toBe("SQLite format 3");
    await page.keyboard.press("Escape");
    const settings = await openSettings(page, "Models");
    await settings.getByLabel("Instructions", { exact: true }).fill("Answer like a hare.");
    await settings.getByLabel("Instructions", { exact: true }).blur();
    // It says where it is from once it is kept.
    await expect(settings.locator(".setting", { has: page.getByText("Instructions", { exact: true }) }).locator(".tag")).toHaveText("all chats");
    await page.keyboard.press("Escape");
    await page.reload();
    await expect(status).toContainText(says);
    await openSettings(page, "Models");
    await expect(settings.getByLabel("Instructions", { exact: true })).toHaveValue("Answer like a hare.");
    await page.keyboard.press("Escape");

    await restore(context, server);
    // Coming back to the page is a reason to look.
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await expect(parts(page).toast).toContainText("Back online.");
    await expect(status).toContainText("gpt-4");
    await ask(page, "Are you there?");
    await expect(answers.last()).toContainText("You said: Are you there?");
  });

  test(`${name}: questions wait, can be cancelled, and are sent in order, once each`, async ({ page, context, server }) => {
    await visit(page);
    await ask(page, "Before?");
    await lose(context, server);
    const { field, answers, questions, status } = parts(page);
    for (const question of ["First?", "Second?", "Third?"]) {
      await field.fill(question);
      await field.press("Enter");
      await expect(questions.last()).toContainText(question);
      await expect(answers.last()).toContainText("Waiting to be sent");
    }
    await expect(page.locator(".failure")).toHaveCount(0);
    await expect(status).toContainText(says);
    await expect(countIn(page)).toHaveText("3 questions waiting");

    await page.reload();
    await expect(countIn(page)).toHaveText("3 questions waiting");
    await expect(answers).toHaveCount(4);
    await answers.nth(2).getByRole("button", { name: "Cancel" }).click();
    await expect(countIn(page)).toHaveText("2 questions waiting");
    await expect(answers.nth(2)).not.toContainText("Waiting to be sent");
    await expect(questions.nth(2)).toContainText("Second?");

    await restore(context, server);
    await expect(answers.nth(1)).toContainText("You said: First?");
    await expect(answers.nth(3)).toContainText("You said: Third?");
    await expect(countIn(page)).toBeHidden();
    await expect(status).toContainText("gpt-4");
    expect((await asked()).map(({ body }) => body?.messages.at(-1)?.content)).toEqual(["Before?", "First?", "Third?"]);
    await page.reload();
    await expect(answers.nth(3)).toContainText("You said: Third?");
    expect(await asked()).toHaveLength(3);
  });
}

async function download(page: Page, button: RegExp): Promise<Buffer> {
  const started = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  return readFileSync(await (await started).path());
}

test("what waits is listed with its chats, and one tab of two sends it", async ({ page, context, server }) => {
  await visit(page);
  await ask(page, "Hares?");
  await page.keyboard.press("Control+Shift+O");
  await ask(page, "Moss?");
  const second = await context.newPage();
  await visit(second);
  await server.stop();

  const here = parts(page);
  await here.field.fill("More of moss?");
  await here.field.press("Enter");
  await expect(here.answers.last()).toContainText("Waiting to be sent");
  await here.sessions.filter({ hasText: "Hares?" }).click();
  await here.field.fill("More of hares?");
  await here.field.press("Enter");
  await expect(here.answers.last()).toContainText("Waiting to be sent");
  const there = parts(second);
  await there.field.fill("Ferns?");
  await there.field.press("Enter");
  await expect(there.answers.last()).toContainText("Waiting to be sent");

  for (const tab of [page, second]) {
    await expect(countIn(tab)).toHaveText("3 questions waiting");
    await countIn(tab).click();
    const sheet = tab.getByRole("dialog", { name: "Waiting questions" });
    await expect(sheet.locator(".outbox-text")).toHaveText(["More of moss?", "More of hares?", "Ferns?"]);
    await expect(sheet.locator(".outbox-name")).toHaveText(["Moss?", "Hares?", /./]);
    await tab.keyboard.press("Escape");
  }
  // The follower may say when; the leader sends.
  await server.start();
  await there.answers.last().getByRole("button", { name: "Send now" }).click();
  for (const tab of [page, second]) await expect(countIn(tab)).toBeHidden();
  await expect(there.answers.last()).toContainText("You said: Ferns?");
  await expect(here.answers.last()).toContainText("You said: More of hares?");
  expect((await asked()).map(({ body }) => body?.messages.at(-1)?.content)).toEqual(["Hares?", "Moss?", "More of moss?", "More of hares?", "Ferns?"]);
});

test("what waits is sent by the tab that takes the history over", async ({ page, context, server }) => {
  await visit(page);
  await ask(page, "Before?");
  const second = await context.newPage();
  await visit(second, page.url());
  await server.stop();
  await parts(page).field.fill("After?");
  await parts(page).field.press("Enter");
  await expect(parts(second).answers.last()).toContainText("Waiting to be sent");
  await page.close();
  await server.start();
  await expect(parts(second).answers.last()).toContainText("You said: After?");
  expect(await asked()).toHaveLength(2);
});

test("a question from the list can be cancelled there", async ({ page, server }) => {
  await visit(page);
  await server.stop();
  const { field, answers, questions } = parts(page);
  await field.fill("Anybody?");
  await field.press("Enter");
  await expect(answers.last()).toContainText("Waiting to be sent");
  await countIn(page).click();
  const sheet = page.getByRole("dialog", { name: "Waiting questions" });
  await sheet.getByRole("button", { name: "Cancel: Anybody?" }).click();
  await expect(sheet).toContainText("No questions waiting.");
  await page.keyboard.press("Escape");
  await expect(questions).toContainText("Anybody?");
  await server.start();
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(parts(page).status).toContainText("gpt-4");
  expect(await asked()).toHaveLength(0);
});

test("an answer that was cut off by the loss is no question that waits", async ({ page, server }) => {
  await visit(page);
  const { field, answers } = parts(page);
  await script({ text: "One two three four.", hangAfterWord: 2 });
  await field.fill("Count.");
  await field.press("Enter");
  await expect(answers).toContainText("One two");
  await server.stop();
  await release();
  await expect(answers.locator(".failure")).toBeVisible();
  await expect(answers).toContainText("One two");
  await expect(countIn(page)).toBeHidden();
});
