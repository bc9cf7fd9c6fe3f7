// Questions with agreed answers: answered at once, without a model.

import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { ask, expect, open, openSettings, parts, test } from "./fixture.js";
import { asked, script } from "./model.js";

const faq = (page: Page) => page.getByRole("dialog", { name: "FAQ" });
const csv = (text: string) => ({ name: "faq.csv", mimeType: "text/csv", buffer: Buffer.from(text) });

async function openFAQ(page: Page) {
  await page.getByRole("button", { name: "Library" }).click();
  await page.getByRole("dialog", { name: "Library" }).getByRole("button", { name: "FAQ" }).click();
  await expect(faq(page)).toBeVisible();
}

test("an imported pair answers, says so, and the model can be asked", async ({ page }) => {
  const { answers } = await open(page);
  await openFAQ(page);
  await faq(page).locator("input[type=file]").setInputFiles(csv("question,answer\nHow long is the warranty?,Two years from delivery.\nBroken row\n"));
  await expect(faq(page)).toContainText("Import 1 new question?");
  await expect(faq(page)).toContainText(/1 row will be left out:.*Row 3/s);
  await expect(faq(page).locator(".faq-pair")).toHaveCount(0);
  await faq(page).getByRole("button", { name: "Import", exact: true }).click();
  await expect(faq(page).locator(".faq-pair")).toContainText("How long is the warranty?");
  await page.keyboard.press("Escape");
  await ask(page, "Please, how long is the warranty");
  await expect(answers).toContainText("Two years from delivery.");
  await expect(answers).toContainText("From the FAQ: “How long is the warranty?”. No model was asked.");
  expect(await asked()).toHaveLength(0);
  await answers.getByRole("button", { name: "Ask the model" }).click();
  await expect(answers).toContainText("You said:");
  expect(await asked()).toHaveLength(1);
});

test("a near miss goes to the model", async ({ page }) => {
  const { answers } = await open(page);
  await openFAQ(page);
  await faq(page).getByRole("button", { name: "Add a question" }).click();
  await faq(page).getByRole("textbox", { name: "Question", exact: true }).fill("How long is the warranty?");
  await faq(page).getByRole("textbox", { name: "Answer", exact: true }).fill("Two years from delivery.");
  await faq(page).getByRole("button", { name: "Save" }).click();
  await expect(faq(page).locator(".faq-pair")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await ask(page, "How long is the extended warranty?");
  await expect(answers).toContainText("You said: How long is the extended warranty?");
  await expect(answers).not.toContainText("From the FAQ");
  await expect(answers.getByRole("navigation", { name: "Sources" }), "a pair that isn’t cited").toHaveCount(0);
});

test("a pair that a model cites is a source, and can answer from then on", async ({ page }) => {
  const { answers, toast } = await open(page);
  await openFAQ(page);
  await faq(page).locator("input[type=file]").setInputFiles(csv(`${Array.from({ length: 30 }, (_, i) => `Where is room ${i}?,On floor ${i}.\n`).join("")}How long is the warranty?,Two years from delivery.\n`));
  await faq(page).getByRole("button", { name: "Import", exact: true }).click();
  await expect(faq(page).locator(".faq-pair")).toHaveCount(31);
  await page.keyboard.press("Escape");
  await script({ text: "Two years, counted from the delivery [1]." });
  const question = "For how many years does the warranty go?";
  await ask(page, question);
  await expect(answers).toContainText("counted from the delivery");
  const sent = JSON.stringify((await asked())[0]);
  expect(sent).toContain("[1] How long is the warranty? FAQ");
  expect(sent).toContain("Two years from delivery.");
  expect(sent, "no more than what is near").not.toContain("On floor");

  const sources = answers.getByRole("navigation", { name: "Sources" });
  await expect(sources.getByRole("listitem")).toHaveCount(1);
  await sources.getByRole("link").click();
  const pair = faq(page).getByRole("listitem").filter({ hasText: "How long is the warranty?" });
  await expect(pair).toBeInViewport();
  await expect(pair.getByRole("button").first()).toBeFocused();
  await page.keyboard.press("Escape");

  await sources.getByRole("button", { name: "Use this answer next time" }).click();
  await expect(toast).toContainText("The FAQ will answer this question next time.");
  const adopt = sources.getByRole("button", { name: "Use this answer next time" });
  await expect(adopt, "it has been used").toHaveCount(0);
  await toast.getByRole("button", { name: "Undo" }).click();
  await adopt.click();
  await expect(adopt).toHaveCount(0);
  await page.reload();
  await expect(sources).toBeVisible();
  await expect(adopt).toHaveCount(0);
  await page.keyboard.press("Control+Shift+O");
  await ask(page, question);
  await expect(answers).toContainText("Two years from delivery.");
  await expect(answers).toContainText("From the FAQ: “How long is the warranty?”.");
  expect(await asked()).toHaveLength(1);
});

test("a pair is not offered the question that it has", async ({ page }) => {
  const { answers } = await open(page);
  await openFAQ(page);
  await faq(page).locator("input[type=file]").setInputFiles(csv("How long is the warranty?,Two years from delivery.\nWho opens?,The caretaker.\n"));
  await faq(page).getByRole("button", { name: "Import", exact: true }).click();
  await expect(faq(page).locator(".faq-pair")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await ask(page, "How long is the warranty?");
  await script({ text: "Two years [1]." });
  await answers.getByRole("button", { name: "Ask the model" }).click();
  const sources = answers.getByRole("navigation", { name: "Sources" });
  await expect(sources.getByRole("listitem")).toHaveCount(1);
  await expect(sources.getByRole("button", { name: "Use this answer next time" })).toHaveCount(0);
});

test("an import that fails leaves nothing of the one before, and a long answer is seen whole", async ({ page }) => {
  await open(page);
  await openFAQ(page);
  await faq(page).locator("input[type=file]").setInputFiles(csv("Who opens?,The caretaker.\n"));
  await expect(faq(page)).toContainText("Import 1 new question?");
  await faq(page).locator("input[type=file]").setInputFiles({ name: "faq.csv", mimeType: "text/csv", buffer: Buffer.from([0, 1, 2, 255, 254]) });
  await expect(faq(page).getByRole("alert")).toBeVisible();
  await expect(faq(page)).not.toContainText("Import 1 new question?");
  await faq(page).getByRole("button", { name: "Add a question" }).click();
  const answer = faq(page).getByRole("textbox", { name: "Answer", exact: true });
  await answer.fill("Open the settings and press Reset.\n".repeat(8));
  expect(await answer.evaluate((field) => field.scrollHeight <= field.clientHeight)).toBe(true);
  await answer.fill("Open the settings and press Reset.\n".repeat(80));
  await expect(answer).toBeInViewport();
  expect((await answer.boundingBox())?.height).toBeLessThan(400);
});

test("without a model a near pair is quoted", async ({ page }) => {
  const { answers } = await open(page);
  await openFAQ(page);
  await faq(page).locator("input[type=file]").setInputFiles(csv("question,answer\nHow long is the warranty?,Two years from delivery.\n"));
  await faq(page).getByRole("button", { name: "Import", exact: true }).click();
  await expect(faq(page).locator(".faq-pair")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await openSettings(page, "Models");
  await page.getByRole("group", { name: "Who answers" }).getByRole("radio", { name: "No model" }).check();
  await page.keyboard.press("Escape");
  await ask(page, "For how many years does the warranty go?");
  await expect(answers).toContainText("No model answered. The FAQ has a similar question:");
  await expect(answers.getByRole("blockquote")).toHaveText("Two years from delivery.");
  await expect(answers.getByRole("button", { name: "Use this answer next time" })).toBeVisible();
});

test("pairs are edited, exported, deleted and brought back", async ({ page }) => {
  await page.addInitScript(() => delete (globalThis as { showSaveFilePicker?: unknown }).showSaveFilePicker);
  await open(page);
  await openFAQ(page);
  await faq(page).locator("input[type=file]").setInputFiles(csv("Where do I park?,Behind the house.,Where can visitors park?\nWho opens?,The caretaker.\n"));
  await faq(page).getByRole("button", { name: "Import", exact: true }).click();
  await expect(faq(page).locator(".faq-pair")).toHaveCount(2);
  await faq(page).getByRole("button", { name: "Edit: Who opens?" }).click();
  await faq(page).getByRole("textbox", { name: "Answer", exact: true }).fill("Mrs. Quill.");
  await faq(page).getByRole("button", { name: "Save" }).click();
  await expect(faq(page)).toContainText("Mrs. Quill.");
  await faq(page).getByRole("button", { name: "Edit: Who opens?" }).click();
  await faq(page).getByRole("textbox", { name: "Question", exact: true }).fill("Where do I park?");
  await faq(page).getByRole("button", { name: "Save" }).click();
  await expect(faq(page).getByRole("alert")).toContainText(/has (already )?|already|same/);
  await faq(page).getByRole("button", { name: "Cancel" }).click();
  const [saved] = await Promise.all([page.waitForEvent("download"), faq(page).getByRole("button", { name: "Export CSV" }).click()]);
  expect(readFileSync(await saved.path(), "utf8")).toContain("Where do I park?,Behind the house.,Where can visitors park?");
  await faq(page).getByRole("button", { name: "Delete: Where do I park?" }).click();
  await expect(faq(page).locator(".faq-pair")).toHaveCount(1);
  await faq(page).locator(".toast").getByRole("button", { name: "Undo" }).click();
  await expect(faq(page).locator(".faq-pair")).toHaveCount(2);
  await expect(parts(page).alarm).toHaveText("");
});
