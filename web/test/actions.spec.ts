// What can be done with a message, and with a whole chat: copy, branch, delete, print, save.

import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { program } from "./built.js";
import { ask, expect, open, openSettings, parts, test } from "./fixture.js";
import { asked, script } from "./model.js";

/** Presses something in the menu of a message. */
async function more(page: Page, of: ReturnType<Page["locator"]>, name: string) {
  await of.hover();
  await of.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}

test("an answer is copied as it looks, as Markdown, and as words", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { answers, toast } = await open(page);
  const markdown = "# Hares\n\nThey **rest** in a [form](https://example.com/a), H<sub>2</sub>O.\n\n- one\n- two\n\n```go\nfunc main() {}\n```";
  await script({ text: markdown });
  await ask(page, "Where?");
  const clipboard = () =>
    page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      return Object.fromEntries(await Promise.all(item!.types.map(async (type) => [type, await (await item!.getType(type)).text()])));
    });
  await expect(answers.locator(".code-word")).toHaveText("func");
  await answers.locator(".acts").getByRole("button", { name: "Copy", exact: true }).click();
  await expect(answers.locator(".acts").getByRole("button", { name: "Copied" })).toBeVisible();
  const copied = await clipboard();
  expect(copied["text/plain"]).toBe(markdown);
  expect(copied["text/html"]).toContain('<h3>Hares</h3><p>They <strong>rest</strong> in a <a href="https://example.com/a">form</a>, H<sub>2</sub>O.</p><ul><li>one</li><li>two</li></ul>');
  expect(copied["text/html"]).toContain("func main() {}");
  expect(copied["text/html"]).not.toMatch(/class=|<button|Wrap lines|<svg/);
  await more(page, answers, "Copy as plain text");
  await expect(toast).toContainText("Copied as plain text.");
  expect((await clipboard())["text/plain"]).toBe("Hares\n\nThey rest in a form, H2O.\n\n• one\n• two\n\nfunc main() {}");
  await more(page, answers, "Copy as Markdown");
  await expect(toast).toContainText("Copied as Markdown.");
  expect((await clipboard())["text/plain"]).toBe(markdown);
});

test("a branch is a chat of its own, with a link back", async ({ page }) => {
  const { answers, questions, sessions } = await open(page);
  await script({ text: "One." }, { text: "Two." }, { text: "Three." });
  await ask(page, "First?");
  await ask(page, "Second?");
  await ask(page, "Third?");
  const first = page.url();
  await more(page, answers.nth(1), "Branch in new chat");
  await expect(page).not.toHaveURL(first);
  await expect(questions).toHaveText([/First\?/, /Second\?/]);
  await expect(page.locator(".head-name")).toHaveText("First? (branch)");
  await expect(sessions).toHaveCount(2);
  const line = page.locator(".branch-line");
  await expect(line).toHaveText("Branched from First?");
  // What was said before goes along, and the branch grows below its line.
  await script({ text: "Four." });
  await ask(page, "Another third?");
  expect(JSON.stringify((await asked()).at(-1)?.body?.messages)).toContain("Two.");
  const order = await page.locator(".log > *").evaluateAll((rows) => rows.map((row) => row.className));
  expect(order.indexOf("branch-line")).toBe(4);
  await page.reload();
  await expect(line).toBeVisible();
  await line.getByRole("link").click();
  await expect(page).toHaveURL(first);
  await expect(questions).toHaveText([/First\?/, /Second\?/, /Third\?/]);
  await expect(answers.nth(1)).toHaveAttribute("data-marked", "");
  await expect(line).toHaveCount(0);
});

test("a branch whose chat is gone says so", async ({ page }) => {
  const { answers, sessions, toast } = await open(page);
  await ask(page, "First?");
  await more(page, answers.first(), "Branch in new chat");
  const line = page.locator(".branch-line");
  await expect(line).toHaveText("Branched from First?");
  await sessions.filter({ hasNotText: "branch" }).hover();
  await page.locator(".sessions").getByRole("button", { name: "Actions for First?", exact: true }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Bin", exact: true }).click();
  await page.getByRole("button", { name: /^Delete permanently/ }).click();
  await page.getByRole("menuitem", { name: "Delete permanently" }).click();
  await expect(page.getByText("The bin is empty.")).toBeVisible();
  await line.getByRole("link").click();
  await expect(toast).toContainText("The message that this chat was branched from isn’t here. It was deleted, or its chat was never imported.");
});

test("a deleted message comes back while that can be taken back, and is gone afterwards", async ({ page }) => {
  await page.clock.install();
  const { answers, questions, toast, field } = await open(page);
  await script({ text: "The badger sleeps." }, { text: "It wakes." });
  await ask(page, "What does the badger do?");
  await ask(page, "And then?");
  await more(page, answers.first(), "Delete");
  await expect(toast).toContainText("Message deleted.");
  await expect(answers).toHaveText([/It wakes\./]);
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(answers).toHaveText([/The badger sleeps\./, /It wakes\./]);

  // A question goes with its answer.
  await more(page, questions.first(), "Delete");
  await expect(toast).toContainText("Question and answer deleted.");
  await expect(questions).toHaveText([/And then\?/]);
  await page.clock.runFor(20_000);
  await expect(toast).toHaveCount(0);
  await page.reload();
  await expect(questions).toHaveText([/And then\?/]);
  await expect(answers).toHaveText([/It wakes\./]);
  await page.keyboard.press("Control+K");
  await page.getByRole("dialog").getByRole("combobox").fill("badger");
  await page.clock.runFor(1000);
  await expect(page.getByRole("group", { name: "Messages" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await field.focus();
  await ask(page, "Who?");
  expect(JSON.stringify((await asked()).at(-1)?.body?.messages)).not.toContain("badger");
  // Who asks on has decided: what is out of sight does not go along.
  await more(page, answers.first(), "Delete");
  await ask(page, "Is it gone?");
  await expect(toast).toHaveCount(0);
  expect(JSON.stringify((await asked()).at(-1)?.body?.messages)).not.toContain("It wakes.");
});

test("what was deleted when the page went is gone all the same", async ({ page }) => {
  await page.clock.install();
  const { answers } = await open(page);
  await script({ text: "Never mind." });
  await ask(page, "What?");
  await more(page, answers, "Delete");
  await expect(answers).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("This question hasn’t been answered yet.")).toBeVisible();
  await expect(answers).toHaveCount(0);
  await page.clock.runFor(40_000);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("burrow.erasing"))).toBe("");
  await page.reload();
  await expect(page.getByText("This question hasn’t been answered yet.")).toBeVisible();
  await script({ text: "Here it is." });
  await page.getByRole("button", { name: "Answer now" }).click();
  await expect(answers).toContainText("Here it is.");
  await expect(answers.locator(".versions")).toHaveCount(0);
});

test("an answer with other versions gives way to one of them", async ({ page }) => {
  const { answers, toast } = await open(page);
  await script({ text: "One." }, { text: "Two." });
  await ask(page, "What?");
  await answers.getByRole("button", { name: "Regenerate", exact: true }).click();
  await expect(answers).toContainText("Two.");
  await more(page, answers, "Delete");
  await expect(answers).toContainText("One.");
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(answers).toContainText("Two.");
});

test("deleted versions are counted no more, and nothing leads to them", async ({ page }) => {
  await page.clock.install();
  const { answers, toast } = await open(page);
  await script({ text: "One." }, { text: "Two." }, { text: "Three." });
  await ask(page, "What?");
  for (const words of ["Two.", "Three."]) {
    await answers.getByRole("button", { name: "Regenerate", exact: true }).click();
    await expect(answers).toContainText(words);
  }
  await more(page, answers, "Delete");
  await expect(answers).toContainText("Two.");
  const versions = answers.locator(".versions");
  await expect(versions).toHaveText("2/2");
  await expect(versions.getByRole("button", { name: "Next version" })).toBeDisabled();
  await page.reload();
  await expect(answers).toContainText("Two.");
  await expect(versions).toHaveText("2/2");
  await page.clock.runFor(40_000);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("burrow.erasing"))).toBe("");

  // Of one that is left, there is no switch.
  await more(page, answers, "Delete");
  await expect(answers).toContainText("One.");
  await expect(versions).toHaveCount(0);
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(answers).toContainText("Two.");
  await expect(versions).toHaveText("2/2");
  await more(page, answers, "Delete");
  await expect(answers).toContainText("One.");
  await page.clock.runFor(20_000);
  await expect(toast).toHaveCount(0);
  await page.reload();
  await expect(answers).toContainText("One.");
  await expect(versions).toHaveCount(0);
});

test("a deleted question gives way to its other version, and a chat that is empty shows how to begin", async ({ page }) => {
  await page.clock.install();
  const { questions, answers, toast, number } = await open(page);
  await script({ text: "One." }, { text: "Two." }, { text: "Two and a half." });
  await ask(page, "First?");
  await questions.hover();
  await questions.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Edit your question" }).fill("Second?");
  await page.keyboard.press("Enter");
  await expect(answers).toContainText("Two.");
  await answers.getByRole("button", { name: "Regenerate", exact: true }).click();
  await expect(answers).toContainText("Two and a half.");
  await more(page, questions, "Delete");
  await expect(questions).toHaveText([/First\?/]);
  await expect(answers).toHaveText([/One\./]);
  await expect(questions.locator(".versions")).toHaveCount(0);
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(questions).toHaveText([/Second\?/]);
  await expect(answers).toContainText("Two and a half.");
  await expect(questions.locator(".versions")).toHaveText("2/2");
  await more(page, questions, "Delete");
  await expect(questions).toHaveText([/First\?/]);
  await page.clock.runFor(20_000);
  await expect(toast).toHaveCount(0);
  await page.reload();
  await expect(questions).toHaveText([/First\?/]);
  await expect(answers).toHaveText([/One\./]);

  const before = await number.textContent();
  await more(page, questions, "Delete");
  await expect(questions).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Examples" }).getByRole("button").first()).toBeVisible();
  await page.clock.runFor(20_000);
  await expect(number).not.toHaveText(before ?? "");
  await script({ text: "Here I am." });
  await ask(page, "Are you there?");
  await expect(answers).toHaveText([/Here I am\./]);
});

test("a chat is saved as Markdown, with the bytes that the terminal writes", async ({ page, context }) => {
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, "showSaveFilePicker"));
  const { answers, toast } = await open(page);
  await script({ text: "In a **form**." }, { text: "Never mind." });
  await ask(page, "Where do hares *rest*?");
  await ask(page, "And then?");
  await more(page, answers.last(), "Delete");
  await expect(toast).toContainText("Message deleted.");
  const save = async (press: () => Promise<void>) => {
    const started = page.waitForEvent("download");
    await press();
    return started;
  };
  const saved = await save(async () => {
    await page.locator(".head").getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Export as Markdown" }).click();
  });
  expect(saved.suggestedFilename()).toBe("Where-do-hares-rest.md");
  const text = readFileSync(await saved.path(), "utf8");
  // What is out of sight is not in it.
  expect(text).toMatch(/^# Where do hares \\\*rest\\\*\?\n\n\d{4}-\d\d-\d\d\n\n## You\n\nWhere do hares \*rest\*\?\n\n## Assistant \(gpt-4\)\n\nIn a \*\*form\*\*\.\n\n## You\n\nAnd then\?\n$/);
  await openSettings(page, "Data");
  const backup = await save(() => page.getByRole("button", { name: /^Back up/ }).click());
  const terminal = (...args: string[]) => execFileSync(program, ["sessions", ...args], { encoding: "utf8" });
  const file = join(tmpdir(), `burrow-markdown-${process.pid}.db`);
  try {
    await backup.saveAs(file);
    const [session] = terminal("list", "--db", file).split(/\s/);
    expect(terminal("export", "--markdown", "--db", file, session!)).toBe(text);
  } finally {
    rmSync(file, { force: true });
  }
});

test("a chat is printed whole, and nothing of the page around it", async ({ page }) => {
  await page.addInitScript(() => {
    // The dialog would wait for somebody.
    window.print = () => Object.assign(globalThis, { printed: true });
  });
  await open(page);
  await script({ text: "In a **form**." });
  await ask(page, "Where do hares rest?");
  await page.locator(".head").getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Print…" }).click();
  await expect.poll(() => page.evaluate(() => "printed" in globalThis)).toBe(true);
  await page.emulateMedia({ media: "print" });
  const paper = page.locator(".paper");
  await expect(paper.getByRole("heading", { level: 1 })).toHaveText("Where do hares rest?");
  await expect(paper.getByRole("heading", { level: 2 })).toHaveText(["You", "Assistant (gpt-4)"]);
  await expect(paper.locator("strong")).toHaveText("form");
  await expect(page.locator("#page")).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await expect(paper).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect(paper).toHaveCount(0);
  // The browser's own command prints what is on the page, without what is pressed.
  await page.emulateMedia({ media: "print" });
  await expect(parts(page).answers).toBeVisible();
  for (const gone of [".sidebar", ".composer", ".acts", ".head-end"]) await expect(page.locator(gone).first()).toBeHidden();
});

test("paper is white in a dark theme, and nothing on it is cut off or folded", async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => Object.assign(globalThis, { printed: true });
  });
  await open(page);
  const settings = await openSettings(page, "General");
  await settings.getByRole("radio", { name: "Dark" }).check({ force: true });
  await page.keyboard.press("Escape");
  const wide = "a column with a long name ".repeat(3);
  await script({ text: `Words.\n\n\`\`\`\n${"long_line_of_code(".repeat(20)}\n\`\`\`\n\n|${wide}|${wide}|${wide}|\n|---|---|---|\n|1|2|3|\n\n<details><summary>More</summary>\n\nFolded.\n\n</details>` });
  await ask(page, "What?");
  await page.locator(".head").getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Print…" }).click();
  await expect.poll(() => page.evaluate(() => "printed" in globalThis)).toBe(true);
  // What A4 has between its margins.
  await page.setViewportSize({ width: 657, height: 900 });
  await page.emulateMedia({ media: "print" });
  const paper = page.locator(".paper");
  await expect(paper.getByText("Words.")).toHaveCSS("color", "rgb(31, 29, 26)");
  for (const part of [".code pre", ".table", ".markdown"]) {
    expect(await paper.locator(part).first().evaluate((element) => element.scrollWidth - element.clientWidth), part).toBeLessThanOrEqual(0);
  }
  await expect(paper.getByText("Folded.")).toBeVisible();
});

test("a search shows words without signs, and marks each that was looked for", async ({ page }) => {
  await open(page);
  await script({ text: "## The **badger**\n\n- a `badger` sleeps\n- see [badger](https://example.com/badger)\n\n| badger | hare |\n|---|---|\n| yes | no |" });
  await ask(page, "Who is it?");
  await page.keyboard.press("Control+K");
  await page.getByRole("dialog").getByRole("combobox").fill("badger");
  const found = page.getByRole("group", { name: "Messages" }).getByRole("option");
  await expect(found.locator(".found-snippet")).toHaveText("The badger - a badger sleeps - see badger badger hare yes no ");
  await expect(found.locator(".found-snippet mark")).toHaveText(["badger", "badger", "badger", "badger"]);
});
