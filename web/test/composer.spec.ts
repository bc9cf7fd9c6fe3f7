// Writing: which key sends, what becomes of drafts.

import { ask, expect, open, parts, test } from "./fixture.js";
import { asked, release, script } from "./model.js";

test("Enter sends, Shift and Enter makes a new line, and nothing is sent while an input method writes", async ({ page }) => {
  const { field, questions } = await open(page);
  await field.focus();
  await page.keyboard.type("One");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("two");
  await expect(field).toHaveValue("One\ntwo");
  // Safari ends a composition before the key that ended it, which then has this number only.
  for (const init of [{ isComposing: true }, { keyCode: 229 }]) {
    await field.evaluate((element, init) => {
      element.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, ...init }));
    }, init);
  }
  await expect(field).toHaveValue("One\ntwo");
  await expect(questions).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(questions).toContainText("One\ntwo");
  await expect(field).toHaveValue("");
});

test("what is empty is not sent", async ({ page }) => {
  const { field, questions, send } = await open(page);
  await expect(send).toBeDisabled();
  await field.fill("  \n ");
  await expect(send).toBeDisabled();
  await field.press("Enter");
  await expect(questions).toHaveCount(0);
  await field.fill("x");
  await expect(send).toBeEnabled();
});

test("the key that sends can be chosen, and is remembered", async ({ page }) => {
  const { field, questions } = await open(page);
  await page.keyboard.press("Control+,");
  await page.getByRole("dialog", { name: "Settings" }).getByRole("radio", { name: "Ctrl + Enter" }).check();
  await page.keyboard.press("Escape");
  await page.reload();
  await field.fill("One");
  await field.press("Enter");
  await page.keyboard.type("two");
  await expect(field).toHaveValue("One\ntwo");
  await expect(questions).toHaveCount(0);
  await field.press("Control+Enter");
  await expect(questions).toContainText("One\ntwo");
});

test("each chat keeps its draft, over a reload and at once", async ({ page }) => {
  const { field, sessions } = await open(page);
  await field.fill("A draft for something new");
  await page.reload();
  await expect(field).toHaveValue("A draft for something new");
  await ask(page, "First?");
  await expect(field).toHaveValue("");
  await field.fill("A draft in the first");
  // At once: what is in the field when the page goes has no time to reach the store.
  await page.reload();
  await expect(field).toHaveValue("A draft in the first");
  await page.keyboard.press("Control+Shift+O");
  await expect(field).toHaveValue("");
  await field.fill("Another new one");
  await sessions.click();
  await expect(field).toHaveValue("A draft in the first");
  await page.keyboard.press("Control+Shift+O");
  await expect(field).toHaveValue("Another new one");
  await page.getByRole("link", { name: "New chat" }).click();
  await page.goBack();
  await expect(field).toHaveValue("A draft in the first");
  await field.fill("");
  await page.reload();
  await expect(page.locator("html[data-live]")).toBeAttached();
  await expect(parts(page).answers).toHaveCount(1);
  await expect(field).toHaveValue("");
});

test("a question that could not be sent is still there, and can be sent or edited", async ({ page }) => {
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    // The first one fails before it is kept.
    let failed = false;
    Worker.prototype.postMessage = function (this: Worker, message: unknown, ...rest: unknown[]) {
      const { frame } = Object(message) as { frame?: string };
      if (!failed && frame?.includes('"method":"turn.send"')) {
        failed = true;
        const { id } = JSON.parse(frame) as { id: number };
        const refusal = JSON.stringify({ kind: "error", id, code: "unavailable", message: "The history is not open." });
        setTimeout(() => this.dispatchEvent(new MessageEvent("message", { data: refusal })));
        return;
      }
      Reflect.apply(post, this, [message, ...rest]);
    } as typeof post;
  });
  const { field, questions, answers, alarm } = await open(page);
  await field.fill("Precious?");
  await field.press("Enter");
  await expect(questions).toContainText("The history is not open.");
  await expect(alarm).toHaveText("The history is not open.");
  await page.reload();
  await expect(field).toHaveValue("Precious?");
  await field.press("Enter");
  await expect(questions).toContainText("The history is not open.");
  await field.fill("More.");
  await questions.getByRole("button", { name: "Edit" }).click();
  await expect(field).toHaveValue("Precious?\n\nMore.");
  await field.fill("Precious?");
  await expect(questions).toHaveCount(0);
  await field.press("Enter");
  await expect(answers).toContainText("You said: Precious?");
});

test("the upward arrow edits the last question, in an empty field only", async ({ page }) => {
  const { field } = await open(page);
  await ask(page, "First?");
  await ask(page, "Second?");
  const editor = page.getByRole("textbox", { name: "Edit your question" });
  await field.fill("x");
  await field.press("ArrowUp");
  await expect(editor).toBeHidden();
  await field.fill("");
  await field.press("ArrowUp");
  await expect(editor).toHaveValue("Second?");
});

test("stopping gives back what was waiting, and loses none of it", async ({ page }) => {
  const { field, questions, answers } = await open(page);
  await script({ text: "One two three.", hangAfterWord: 1 });
  await field.fill("First?");
  await field.press("Enter");
  await expect(answers).toContainText("One");
  await field.fill("Second?");
  await field.press("Enter");
  await expect(questions.nth(1)).toContainText("Waits for the answer before it");
  await field.press("Escape");
  await expect(answers.first()).toContainText("Stopped");
  await expect(field).toHaveValue("Second?");
  await expect(questions).toHaveCount(1);
  await release();
  expect((await asked()).length).toBe(1);
});

test("an answer goes on in its own chat while the reader is in another", async ({ page }) => {
  const { field, answers, sessions } = await open(page);
  await script({ text: "One two three.", hangAfterWord: 1 });
  await field.fill("Slow?");
  await field.press("Enter");
  await expect(answers).toContainText("One");
  await page.keyboard.press("Control+Shift+O");
  await ask(page, "Quick?");
  await expect(answers).toContainText("You said: Quick?");
  await release();
  await sessions.last().click();
  await expect(answers).toContainText("One two three.");
});
