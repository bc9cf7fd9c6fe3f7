// Answers that are checked against the documents they cite: sentences that don't match
// are corrected once, and marked if they still don't.

import type { Page } from "@playwright/test";
import { ask, expect, open, openSettings, parts, settingsOf, test } from "./fixture.js";
import { asked, release, script } from "./model.js";

const rules = { name: "club.md", mimeType: "text/markdown", buffer: Buffer.from("# Club\n\nThe fee is €80 a month. Mrs. Quill checks the boiler in May. The hall holds 40 people. Dogs need the written consent of the caretaker.\n") };

/** Opens a chat with the rules attached. */
async function openWithRules(page: Page) {
  const found = await open(page);
  await page.locator("input[type=file]").setInputFiles(rules);
  await expect(found.files).toHaveText(/tokens$/, { timeout: 30_000 });
  return found;
}

/** Has answers checked without a model reading the passages again. */
async function checkLocally(page: Page) {
  const sheet = await openSettings(page, "Advanced");
  await sheet.getByLabel("Check answers against documents").selectOption({ label: "By numbers and names only" });
  await expect(sheet.locator(".setting", { has: page.getByText("Check answers against documents") }).locator(".tag")).toHaveText("all chats");
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect(settingsOf(page)).toHaveCount(0);
}

/** The texts that are marked in the answers. */
const marked = (page: Page) => page.evaluate(() => [...(CSS.highlights.get("not-in-sources") ?? [])].map((range) => (range as Range).toString()));

test("a claim that is not in its source is marked, after a reload too", async ({ page }) => {
  const { answers } = await openWithRules(page);
  await checkLocally(page);
  const wrong = "The boiler is checked in May [1]. **The fee** is\n`€95` a month [1].\n\n- Small: the fee is €95 [1].\n- Large: the fee is €95 [1].";
  await script({ text: wrong }, { text: wrong });
  await ask(page, "What is the fee, and when is the boiler checked?");
  const note = answers.getByRole("note");
  const look = async () => {
    await expect(note.getByText("3 sentences don’t match the sources they cite.")).toBeVisible();
    expect(await marked(page)).toEqual(["€95 a month", "Small: the fee is €95", "Large: the fee is €95"]);
    await expect(note.getByRole("listitem").first()).toBeHidden();
  };
  await look();
  await page.reload();
  await look();

  // What is pointed at says why.
  const { x, y } = await page.evaluate(() => ([...CSS.highlights.get("not-in-sources")!][1] as Range).getBoundingClientRect().toJSON() as DOMRect);
  await page.mouse.move(x + 20, y + 5);
  await expect(answers.locator(".markdown")).toHaveAttribute("title", /^“€?95” isn’t in \[1\]\.$/);
  await page.mouse.move(5, 5);

  await note.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(note.getByRole("listitem").last()).toContainText(/^Large: the fee is €95“€?95” isn’t in \[1\]\.$/);
  await note.getByRole("link", { name: /^Source 1: club\.md/ }).last().click();
  const pane = page.getByRole("complementary", { name: "Document club.md" });
  await expect(pane.locator("[data-sought]")).toContainText("The fee is €80 a month.");
});

test("the first answer stays while it is checked, and the corrected one replaces it", async ({ page }) => {
  const { field, answers, stop } = await openWithRules(page);
  await checkLocally(page);
  await script({ text: "The fee is **€95** a month [1]. The hall holds 40 people [1]." }, { text: "The fee is **€80** a month [1]. The hall holds 40 people [1].", hangBefore: true });
  await field.fill("What is the fee?");
  await field.press("Enter");
  await expect(answers.getByText("Checking the sources: asking the model to correct the answer…")).toBeVisible();
  await expect(answers.locator(".markdown")).toHaveText("The fee is €95 a month [1]. The hall holds 40 people [1].");
  await expect(answers.locator(".typing")).toHaveCount(0);
  await release();
  await expect(answers.locator(".markdown")).toHaveText("The fee is €80 a month [1]. The hall holds 40 people [1].");
  await expect(stop).toHaveCount(0);
  await expect(answers.getByText("Checking the sources")).toHaveCount(0);
  await expect(answers.getByRole("note")).toHaveCount(0);
  await answers.getByRole("button", { name: "Details" }).click();
  await expect(answers.locator("dl > div", { hasText: "Corrected" }).locator("dd")).toHaveText("1");
  await expect(answers.getByText("Answer checked")).toBeVisible();
});

test("what a model reads otherwise is marked with what the source says", async ({ page }) => {
  const { answers } = await openWithRules(page);
  const wrong = { text: "The fee is €80 a month [1]. Dogs need no consent of the caretaker [1]." };
  const verdict = (sentence: number) => ({ for: "check" as const, text: JSON.stringify({ sentences: [{ sentence, quote: "Dogs need the written consent of the caretaker", agrees: "no" }] }) });
  await script(wrong, verdict(2), wrong, verdict(1));
  await ask(page, "What is the fee, and may my dog come?");
  await expect(answers.getByRole("note").getByText("One sentence doesn’t match the source it cites.")).toBeVisible();
  expect(await marked(page)).toEqual(["Dogs need no consent of the caretaker"]);
  await answers.getByRole("note").locator("summary").click();
  await expect(answers.getByRole("note").getByRole("listitem")).toContainText("[1] says: “Dogs need the written consent of the caretaker”");
});

test("Stop ends the check, and keeps the first answer with its marks", async ({ page }) => {
  const { field, answers, stop } = await openWithRules(page);
  await checkLocally(page);
  await script({ text: "The fee is €95 a month [1]." }, { text: "The fee is €80 a month [1].", hangBefore: true });
  await field.fill("What is the fee?");
  await field.press("Enter");
  await expect(answers.getByText("Checking the sources: asking the model to correct the answer…")).toBeVisible();
  await stop.click();
  await expect(answers.getByRole("note").getByText("One sentence doesn’t match the source it cites.")).toBeVisible();
  expect(await marked(page)).toEqual(["The fee is €95 a month"]);
  await expect(parts(page).answers.getByText("Stopped")).toHaveCount(0);
  expect(await asked()).toHaveLength(2);
});
