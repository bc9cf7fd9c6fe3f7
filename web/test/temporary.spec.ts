// A temporary chat: marked as such, without a trace, kept if the reader wants it.

import { ask, expect, open, parts, test } from "./fixture.js";
import { tracesOf } from "./traces.js";

test("its empty page does not say that chats are kept", async ({ page }) => {
  await open(page);
  await expect(page.locator(".lead")).toHaveText(/Your chats stay in this browser\./, { useInnerText: true });
  await page.goto("/?temporary");
  await expect(page.locator(".lead")).toHaveText("Ask anything. This chat is gone when you leave.", { useInnerText: true });
});

test("a temporary chat leaves no trace, where an ordinary one does", async ({ page, context }) => {
  const { sessions } = await open(page);
  await ask(page, "Where do Zwiebelfische live?");
  await expect.poll(() => tracesOf(page, "Zwiebelfische")).toEqual(expect.arrayContaining(["file", "title"]));

  const other = await context.newPage();
  await open(other);
  await expect(parts(other).sessions).toHaveCount(1);

  await page.getByRole("link", { name: "Temporary chat" }).click();
  await expect(page).toHaveURL(/\/\?temporary$/);
  await expect(parts(page).status).toContainText("gpt-4");
  await expect(page.getByRole("note")).toContainText("isn’t saved");
  await expect(page.locator(".composer")).toHaveCSS("border-top-style", "dashed");
  await ask(page, "Where do Quastenflosser live?");
  await ask(page, "And young Quastenflosser?");
  await page.getByRole("button", { name: "Bad answer" }).last().click();
  await page.getByRole("textbox", { name: /^What went wrong/ }).fill("Quastenflosser!");
  await page.keyboard.press("Enter");
  await parts(page).field.fill("A draft of Quastenflosser");
  await parts(page).field.evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "Quastenflosser ".repeat(300));
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(parts(page).files).toHaveCount(1);
  await expect(page).toHaveTitle("Temporary chat · Burrow");
  await expect(sessions).toHaveCount(0);
  // It is in this page all the same.
  await expect(parts(page).questions).toHaveText([/Quastenflosser/, /Quastenflosser/]);
  expect(await tracesOf(page, "Quastenflosser")).toEqual([]);
  await other.reload();
  await expect(parts(other).sessions).toHaveCount(1);
  await other.keyboard.press("Control+K");
  await other.getByRole("combobox", { name: "Search chats" }).fill("Quastenflosser");
  await expect(other.getByRole("dialog", { name: "Search chats" })).toContainText("No results.");

  // Leaving says what is lost; staying loses nothing.
  await page.getByRole("link", { name: "Back to your chats" }).click();
  const sheet = page.getByRole("dialog", { name: "Leave temporary chat?" });
  await expect(sheet).toContainText("4 messages will be lost.");
  await sheet.getByRole("button", { name: "Stay" }).last().click();
  await expect(parts(page).questions).toHaveCount(2);
  // So does the browser's own way out.
  const asked = page.waitForEvent("dialog");
  await page.evaluate(() => setTimeout(() => location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await expect(parts(page).questions).toHaveCount(2);
  await page.getByRole("link", { name: "Back to your chats" }).click();
  await sheet.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(sessions).toHaveCount(1);
  await expect(parts(page).field).toHaveValue("");
  expect(await tracesOf(page, "Quastenflosser")).toEqual([]);
  expect(await tracesOf(page, "Zwiebelfische")).toContain("file");
});

test("what is typed in a temporary chat is in its field and nowhere else", async ({ page }) => {
  // Every word that is put into a storage, and be it for a moment.
  await page.addInitScript(() => {
    const put = Storage.prototype.setItem;
    const written: string[] = [];
    Object.assign(window, { written });
    Storage.prototype.setItem = function (key, value) {
      written.push(`${key} ${value}`);
      put.call(this, key, value);
    };
  });
  const written = (word: string) => page.evaluate((word) => (window as unknown as { written: string[] }).written.filter((one) => one.includes(word)), word);
  page.on("dialog", (dialog) => void dialog.accept());
  const { field } = await open(page, "/?temporary");
  await field.fill("Half a Quastenflosser");
  await open(page);
  await expect(field).toHaveValue("");
  expect(await tracesOf(page, "Quastenflosser")).toEqual([]);
  await open(page, "/?temporary");
  await ask(page, "Where do Quastenflosser live?");
  await field.fill("And young Quastenflosser?");
  expect(await written("Quastenflosser")).toEqual([]);
  await open(page);
  await expect(field).toHaveValue("");
  expect(await tracesOf(page, "Quastenflosser")).toEqual([]);

  // An ordinary chat has its draft again, and keeps a question until it is saved.
  await field.fill("Half a Zwiebelfisch");
  await open(page);
  await expect(field).toHaveValue("Half a Zwiebelfisch");
  await ask(page, "Where do Zwiebelfische live?");
  expect(await written("Where do Zwiebelfische live?")).not.toEqual([]);
});

test("a temporary chat is kept by one button, with everything in it", async ({ page }) => {
  const { answers, questions, sessions } = await open(page);
  await page.keyboard.press("Alt+Shift+O");
  await expect(page).toHaveURL(/temporary/);
  // At once: the core need not be ready.
  await ask(page, "Is this worth keeping?");
  await ask(page, "And this?");
  await answers.first().getByRole("button", { name: "Good answer" }).click();
  await expect(answers.first().getByRole("button", { name: "Good answer" })).toHaveAttribute("aria-pressed", "true");
  await parts(page).field.fill("Half a thought");
  await page.getByRole("button", { name: "Save chat" }).click();
  await expect(page).toHaveURL(/\/c\/[0-9a-f]{32}$/);
  await expect(questions).toHaveText([/Is this worth keeping\?/, /And this\?/]);
  await expect(answers.first().getByRole("button", { name: "Good answer" })).toHaveAttribute("aria-pressed", "true");
  await expect(parts(page).field).toHaveValue("Half a thought");
  await expect(page.getByRole("note")).toBeHidden();
  await expect(sessions).toHaveCount(1);
  await answers.last().getByRole("button", { name: "Details" }).click();
  await answers.last().getByText("Steps").click();
  await expect(answers.last()).toContainText("Answer saved");
  await parts(page).field.fill("");
  await ask(page, "Does it go on?");
  await page.reload();
  await expect(questions).toHaveCount(3);
});

test("a temporary question that reaches nobody is refused and does not wait", async ({ page, guard }) => {
  guard.allowed.push(/Failed to load resource/);
  await open(page, "/?temporary");
  await page.route(/\/(v1|api)\//, (route) => route.abort("internetdisconnected"));
  await parts(page).field.fill("Is anybody there?");
  await parts(page).field.press("Enter");
  const answer = parts(page).answers.last();
  await expect(answer.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect(answer).toContainText(/cannot be reached|does not answer|no connection/i);
  await expect(page.getByText(/waiting to be sent/i)).toHaveCount(0);
});
