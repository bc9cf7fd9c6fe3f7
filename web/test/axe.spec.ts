// What axe-core finds, on everything that opens: nothing.

import { join } from "node:path";
import type { Page } from "@playwright/test";
import { agree, ask, expect, open, openSettings, settingsOf, test } from "./fixture.js";
import { problems } from "./axe.js";
import { script } from "./model.js";

const answer =
  "# Hares\n\n**Bold** and `code`, x<sup>2</sup>, $x^2$, a note[^1].\n\n- a\n- [x] done\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```go\nfunc main() {}\n```\n\n> quoted\n\n<details><summary>More</summary>\n\nb\n\n</details>\n\n[^1]: Here.";

/** A page, and what is found on it in each of its states. */
async function looking(page: Page) {
  const found: Record<string, string[]> = {};
  const look = async (what: string) => (found[what] = await problems(page));
  const nothing = () => expect(Object.fromEntries(Object.entries(found).filter(([, list]) => list.length > 0))).toEqual({});
  return { look, nothing };
}

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };

for (const colorScheme of ["light", "dark"] as const) {
  for (const [place, viewport] of [["desk", desk], ["phone", phone]] as const) {
    test(`nothing is found on the page and what opens over it: ${colorScheme}, ${place}`, async ({ page }) => {
      test.slow();
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      const { model, meter, answers, field } = await open(page);
      const { look, nothing } = await looking(page);
      await look("a new chat");
      await model.click();
      await expect(page.locator(".picker")).toBeVisible();
      await look("the models");
      await page.keyboard.press("Escape");
      await script({ text: answer });
      await ask(page, "What is this?");
      await look("a chat");
      await answers.getByRole("button", { name: "Details" }).click();
      await expect(answers.getByRole("list", { name: "Steps" })).toBeVisible();
      await look("details");
      await answers.getByRole("button", { name: "More" }).click();
      await expect(page.getByRole("menu")).toBeVisible();
      await look("a menu");
      await page.keyboard.press("Escape");
      await meter.click();
      await expect(page.getByRole("region", { name: "Context breakdown" })).toBeVisible();
      await look("the breakdown");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("combobox").fill("quoted");
      await expect(page.getByRole("group", { name: "Messages" })).toBeVisible();
      await look("the search");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Alt+P");
      await field.fill("hello world");
      await expect(page.getByRole("listbox", { name: "Your text as tokens" })).toBeVisible();
      await look("tokens");
      await page.keyboard.press("Alt+P");
      for (const section of ["General", "Models", "Memory", "Data", "Keyboard", "Advanced"]) {
        await page.evaluate((section) => (location.hash = `#settings/${section.toLowerCase()}`), section);
        await expect(settingsOf(page).locator(".settings-panel", { has: page.getByRole("heading", { level: 3, name: section, exact: true }) })).toBeVisible();
        await look(`settings: ${section}`);
      }
      await settingsOf(page).getByRole("button", { name: "Close" }).click();
      if (place === "phone") await page.getByRole("button", { name: "Show sidebar" }).click();
      await look("the chats");
      await page.getByRole("button", { name: "Bin" }).click();
      await look("the bin");
      nothing();
    });

    test(`nothing is found on documents, the library and the FAQ: ${colorScheme}, ${place}`, async ({ page }) => {
      test.slow();
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      const { answers, files } = await open(page);
      const { look, nothing } = await looking(page);
      if (place === "phone") await page.getByRole("button", { name: "Show sidebar" }).click();
      await page.getByRole("button", { name: "Library" }).click();
      const library = page.getByRole("dialog", { name: "Library" });
      await look("an empty library");
      await library.getByRole("button", { name: "Add the demo company’s manual" }).click();
      await expect(library).toContainText("10 documents added", { timeout: 30_000 });
      await library.getByRole("button", { name: /^Alder manual/ }).click();
      await library.getByRole("button", { name: "Delete Alder manual" }).click();
      await look("the library");
      await library.getByRole("button", { name: "FAQ" }).click();
      const faq = page.getByRole("dialog", { name: "FAQ" });
      await faq.locator("input[type=file]").setInputFiles({ name: "faq.csv", mimeType: "text/csv", buffer: Buffer.from("How long is the warranty?,Two years.\nBroken\n") });
      await expect(faq).toContainText("1 row will be left out");
      await look("an import of the FAQ");
      await faq.getByRole("button", { name: "Import", exact: true }).click();
      await faq.getByRole("button", { name: "Edit: How long is the warranty?" }).click();
      await look("the FAQ");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await expect(faq).toBeHidden();
      if (place === "phone") await page.keyboard.press("Escape");
      await ask(page, "How long is the warranty?");
      await look("an answer of the FAQ");
      const testdata = join(import.meta.dirname, "../../internal/document");
      const picker = page.locator("input[type=file]").first();
      await picker.setInputFiles(join(testdata, "pdf/testdata/veiled.pdf"));
      await picker.setInputFiles(join(testdata, "read/testdata/locked.docx"));
      await expect(files).toHaveText([/tokens$/, /password/]);
      await look("files");
      await script({ text: "It says so [1]." });
      await ask(page, "What does it say?");
      await answers.last().getByRole("link", { name: /^Source 1/ }).first().click();
      await expect(page.locator(".pane [data-sought]")).toBeVisible();
      await look("a document beside its chat");
      nothing();
    });

    test(`nothing is found on what a chat comes to: ${colorScheme}, ${place}`, async ({ page }) => {
      test.slow();
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      const { answers, questions, field, toast } = await open(page);
      const { look, nothing } = await looking(page);
      const menu = async (of: RegExp, name: string) => {
        await page.getByRole("button", { name: of }).last().click();
        await page.getByRole("menuitem", { name }).click();
      };
      await field.fill("/");
      await expect(page.getByRole("listbox", { name: "Commands" })).toBeVisible();
      await look("the commands");
      await page.keyboard.press("Backspace");
      await ask(page, "I live in Kiel. What is this?");
      await answers.getByRole("button", { name: "Bad answer" }).click();
      await expect(page.getByRole("textbox", { name: /^What went wrong/ })).toBeVisible();
      await look("a rating");
      await page.keyboard.press("Escape");
      await questions.hover();
      await questions.getByRole("button", { name: "Edit" }).click();
      await look("a question that is edited");
      await page.keyboard.press("Escape");
      await script({ status: 429, header: { "Retry-After": "30" } });
      await field.fill("Fail, please.");
      await field.press("Enter");
      await expect(page.locator(".failure")).toBeVisible();
      await look("a failure");
      for (const [name, title] of [["Condense now…", "Chat memory"], ["What Burrow remembers", "What Burrow remembers"], ["Tags", /^Tags for/]] as const) {
        await menu(/^Actions for/, name);
        await expect(page.getByRole("dialog", { name: title })).toBeVisible();
        await look(name);
        await page.keyboard.press("Escape");
      }
      await menu(/^Actions for/, "Delete");
      await expect(toast).toBeVisible();
      await look("a toast");
      await openSettings(page, "Data");
      const choose = async (name: string, content: string) => {
        const chooser = page.waitForEvent("filechooser");
        await page.getByRole("button", { name: /^Import/ }).click();
        await (await chooser).setFiles({ name, mimeType: "application/json", buffer: Buffer.from(content) });
      };
      await choose("chats.jsonl", `${JSON.stringify({ session: "a", role: "user", content: "Hello?" })}\n{broken`);
      await expect(page.getByRole("heading", { name: "Import chats.jsonl?" })).toBeVisible();
      await look("what an import would do");
      await agree(page);
      await expect(page.getByRole("dialog").getByRole("status")).toContainText("imported");
      await look("what an import did");
      await choose("letter.txt", "Dear hare,");
      await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible();
      await look("a file that is no chat");
      await page.goto("/?temporary");
      await expect(page.getByRole("note")).toBeVisible();
      await look("a temporary chat");
      await page.goto("/c/0123456789abcdef0123456789abcdef");
      await expect(page.getByText("Chat not found")).toBeVisible();
      await look("a chat that is not there");
      nothing();
    });
  }
}
