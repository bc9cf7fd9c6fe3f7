// Documents that several chats share.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { ask, expect, open, parts, test } from "./fixture.js";
import { asked, script, sent } from "./model.js";

const library = (page: Page) => page.getByRole("dialog", { name: "Library" });

async function openLibrary(page: Page) {
  await page.getByRole("button", { name: "Library" }).click();
  await expect(library(page)).toBeVisible();
}

test("the demo company's manual is added with a click, attached, and cited by its place", async ({ page }) => {
  const { answers } = await open(page);
  await openLibrary(page);
  await library(page).getByRole("button", { name: "Add the demo company’s manual" }).click();
  await expect(library(page)).toContainText("Alder manual: 10 documents added.", { timeout: 30_000 });
  await expect(library(page)).toContainText(/10 documents · [\d,]+ tokens/);
  await expect(library(page).getByRole("button", { name: "Add the demo company’s manual" })).toHaveCount(0);
  await library(page).getByRole("switch", { name: "Ask Alder manual in this chat" }).check();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Alder manual", pressed: true })).toBeVisible();
  await script({ text: "The head of Finance may [1]." }, { text: "India." }, { text: "I do not know." });
  await ask(page, "Who may set a credit limit of 18,000 euros?");
  expect(await sent()).toContain("Credit limits");
  await expect(answers.getByRole("navigation", { name: "Sources" }).getByRole("link").first()).toContainText(/customers\.md.*Unblocking · line \d+/);
  await answers.getByRole("link", { name: /^Source 1: customers\.md/ }).first().click();
  await expect(page.getByRole("complementary", { name: "Document customers.md" }).locator("[data-sought]")).toContainText("redit limit");
  await page.keyboard.press("Escape");
  await ask(page, "Which country has the most people?");
  expect(await sent()).not.toContain("customers.md");
  // The next chat does not ask it.
  await page.getByRole("link", { name: "New chat" }).click();
  await ask(page, "Who may set a credit limit of 18,000 euros?");
  expect(await sent()).not.toContain("Credit limits");
});

test("of a folder that is added again, only what has changed is read", async ({ page }, info) => {
  const folder = info.outputPath("handbook");
  mkdirSync(join(folder, "deep"), { recursive: true });
  writeFileSync(join(folder, "keys.md"), "# Keys\n\nAn apprentice returns the cellar key before noon.\n");
  writeFileSync(join(folder, "deep", "vans.md"), "# Vans\n\nVans are washed on Fridays.\n");
  writeFileSync(join(folder, "picture.bin"), "no document");
  await open(page);
  await openLibrary(page);
  const add = async () => library(page).locator("input[type=file]").first().setInputFiles(folder);
  await add();
  await expect(library(page)).toContainText("handbook: 2 documents added.");
  writeFileSync(join(folder, "deep", "vans.md"), "# Vans\n\nVans are washed on Mondays.\n");
  await add();
  await expect(library(page)).toContainText("handbook: 1 document added, 1 unchanged.");
  // As long as the manual itself isn't there.
  await expect(library(page).getByRole("button", { name: "Add the demo company’s manual" })).toBeVisible();
  await library(page).getByRole("button", { name: /^handbook/ }).click();
  await expect(library(page).locator(".library-documents li")).toHaveCount(2);
  await library(page).getByRole("button", { name: "deep/vans.md", exact: true }).click();
  await expect(page.getByRole("complementary", { name: "Document deep/vans.md" })).toContainText("Mondays");
  await page.keyboard.press("Escape");
  await openLibrary(page);
  await library(page).getByRole("button", { name: "Delete handbook" }).click();
  await library(page).getByRole("button", { name: "Delete", exact: true }).click();
  await expect(library(page)).toContainText("Nothing here yet.");
});

test("what came of adding goes with the collection", async ({ page }) => {
  await open(page);
  await openLibrary(page);
  await library(page).locator("input[type=file]").nth(1).setInputFiles({ name: "keys.md", mimeType: "text/markdown", buffer: Buffer.from("# Keys\n\nThe cellar key is returned before noon.\n") });
  await expect(library(page)).toContainText("1 document added.");
  await library(page).getByRole("button", { name: "Delete Documents" }).click();
  await library(page).getByRole("button", { name: "Delete", exact: true }).click();
  await expect(library(page)).toContainText("Nothing here yet.");
  await expect(library(page)).not.toContainText("1 document added.");
});

test("# attaches a collection to the chat", async ({ page }, info) => {
  const folder = info.outputPath("handbook");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "keys.md"), "# Keys\n\nAn apprentice returns the cellar key before noon.\n");
  const { field } = await open(page);
  await openLibrary(page);
  await library(page).locator("input[type=file]").first().setInputFiles(folder);
  await expect(library(page)).toContainText("1 document added.");
  await page.keyboard.press("Escape");
  await field.pressSequentially("#hand");
  await page.getByRole("option", { name: "Attach handbook" }).click();
  await expect(page.getByRole("button", { name: "handbook", pressed: true })).toBeVisible();
  await ask(page, "When is the cellar key returned?");
  expect(await sent()).toContain("returns the cellar key before noon");
  await page.reload();
  await expect(page.getByRole("button", { name: "handbook", pressed: true })).toBeVisible();
  await page.getByRole("button", { name: "handbook", pressed: true }).click();
  await script({ text: "I do not know." });
  await ask(page, "When is the cellar key returned, again?");
  expect((await asked()).at(-1)?.body?.messages.at(-1)?.content).not.toContain("before noon");
});

test("a file that is no ZIP, and what cannot be read, are said", async ({ page }) => {
  await open(page);
  await openLibrary(page);
  const input = library(page).locator("input[type=file]").nth(1);
  await input.setInputFiles({ name: "broken.zip", mimeType: "application/zip", buffer: Buffer.from("PK nothing") });
  await expect(library(page)).toContainText("broken couldn’t be opened as a ZIP file.");
  await input.setInputFiles({ name: "noise.bin", mimeType: "application/octet-stream", buffer: Buffer.from([0, 1, 2, 3, 4]) });
  await expect(library(page)).toContainText(/noise\.bin: .*can’t read this kind of file/);
  await expect(parts(page).alarm).toHaveText("");
});
