// Tabs that are closed in the middle of an answer: nothing that was received is
// lost, and the answer goes on.

import type { BrowserContext, Page } from "@playwright/test";
import { expect, open, parts, test } from "./fixture.js";
import { asked, release, script } from "./model.js";

/** Begins an answer that hangs, and waits until its text is kept. */
async function begin(page: Page, context: BrowserContext): Promise<string> {
  const { field, answers } = await open(page);
  await script({ text: "One two three four.", hangAfterWord: 2 });
  await field.fill("Count.");
  await field.press("Enter");
  await expect(answers).toContainText("One two");
  // Another tab shows what is kept, which is all that a closed one leaves behind.
  const witness = await context.newPage();
  await witness.goto(page.url());
  await expect(parts(witness).answers).toContainText("One two");
  await witness.close();
  return page.url();
}

test("a tab closed in mid-stream leaves the text, marked, and it goes on", async ({ page, context }) => {
  const address = await begin(page, context);
  await page.close();
  const next = await context.newPage();
  await next.goto(address);
  const { answers, questions } = parts(next);
  await expect(questions).toHaveText(/Count\./);
  await expect(answers).toContainText("One two");
  await expect(answers).toContainText("Stopped");
  await release();

  await script({ text: "three four." });
  await answers.getByRole("button", { name: "Continue" }).click();
  await expect(answers).toContainText(/One two\s*three four\./);
  await expect(answers).not.toContainText("Stopped");
  await expect(answers).toHaveCount(1);
  await expect(questions).toHaveCount(1);
  const last = (await asked()).at(-1)?.body?.messages.slice(-3).map(({ role, content }) => `${role}: ${content}`);
  expect(last?.slice(0, 2)).toEqual(["user: Count.", "assistant: One two "]);
});

test("when the tab with the history is closed, another tab's answer goes on by itself", async ({ page, context }) => {
  // The first page has the history; the second one asks.
  await open(page);
  const second = await context.newPage();
  const { field, answers, questions } = await open(second);
  await script({ text: "One two three four.", hangAfterWord: 2 }, { text: "three four." });
  await field.fill("Count.");
  await field.press("Enter");
  await expect(answers).toContainText("One two");
  const witness = await context.newPage();
  await witness.goto(second.url());
  await expect(parts(witness).answers).toContainText("One two");
  await witness.close();

  await page.close();
  await expect(answers).toContainText(/One two\s*three four\./);
  await expect(answers).toHaveCount(1);
  await expect(questions).toHaveCount(1);
  await expect(answers.getByRole("button", { name: "Details" })).toBeAttached();
  await release();
  await second.reload();
  await expect(parts(second).answers).toContainText(/One two\s*three four\./);
  await expect(parts(second).answers).toHaveCount(1);
  expect(await asked()).toHaveLength(2);
});
