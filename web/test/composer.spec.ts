// Writing: which key sends, what becomes of drafts.

import type { Page } from "@playwright/test";
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
  await expect(questions.nth(1)).toContainText("Waiting for the previous answer");
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

/** Puts a text onto the clipboard and presses the keys that paste it. */
async function paste(page: Page, text: string, keys = "Control+v"): Promise<void> {
  await page.evaluate((text) => navigator.clipboard.writeText(text), text);
  await page.keyboard.press(keys);
}

test("a long text that is pasted is a file, until it is wanted in the question", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { field, files, said } = await open(page);
  const long = "word ".repeat(799) + "line\n!";
  await field.fill("Before. After.");
  await field.evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(8, 8));
  await paste(page, long.slice(0, 3990));
  await expect(field).toHaveValue(`Before. ${long.slice(0, 3990)}After.`);
  await page.keyboard.press("Control+z");
  await paste(page, long);
  await expect(files).toHaveText(["Pasted text4 kB · 804 tokensInsert as text"]);
  await expect(said).toHaveText("Pasted text attached as a file.");
  await paste(page, `${long} Again.`);
  await expect(files.nth(1)).toContainText(/^Pasted text 2.*tokens/);
  await expect(field).toHaveValue("Before. After.");
  // What was pasted is a part of the draft.
  await page.reload();
  await expect(files).toHaveText([/^Pasted text4.*tokens/, /^Pasted text 2.*tokens/]);
  await files.nth(1).getByRole("button", { name: "Remove" }).click();
  await field.fill("Long before. After.");
  await files.getByRole("button", { name: "Insert as text" }).click();
  await expect(files).toHaveCount(0);
  await expect(field).toHaveValue(`Long before. ${long}After.`);
  await expect(field).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(field).toHaveValue("Long before. After.");
  await paste(page, long, "Control+Shift+V");
  await expect(field).toHaveValue(`Long before. ${long}After.`);
  // What a file cannot hold is not lost.
  await field.fill("");
  await field.evaluate((element, text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, `${long}\0`);
  await expect(field).toHaveValue(`${long}\0`);
  await expect(files).toHaveCount(0);
  await page.keyboard.press("Control+,");
  await page.getByRole("radio", { name: "Insert as text" }).check();
  await page.keyboard.press("Escape");
  await field.fill("");
  await paste(page, long);
  await expect(field).toHaveValue(long);
  await expect(files).toHaveCount(0);
});
