// The head of the page: the name of the chat, and one menu.

import { ask, expect, open, parts, settingsOf, test } from "./fixture.js";
import { script } from "./model.js";

test("a new chat has one menu, with what belongs to the page", async ({ page }) => {
  await open(page);
  const head = page.locator(".head");
  await expect(head.getByRole("button")).toHaveCount(1);
  await head.getByRole("button", { name: "Menu" }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Temporary chat", "Settings", "Keyboard shortcuts"]);
  const wide = page.getByRole("menuitemcheckbox", { name: "Wide text" });
  await expect(wide).toHaveAttribute("aria-checked", "false");
  await wide.click();
  await expect(page.locator("html")).toHaveAttribute("data-column", "wide");
  await head.getByRole("button", { name: "Menu" }).click();
  await expect(wide).toHaveAttribute("aria-checked", "true");
  await page.keyboard.press("Escape");
  await expect(head.getByRole("button", { name: "Menu" })).toBeFocused();
});

test("a chat has its name and one menu, with what belongs to it", async ({ page }) => {
  await open(page);
  await ask(page, "Do moles dig?");
  const head = page.locator(".head");
  await expect(head.getByRole("button")).toHaveCount(2);
  await expect(head.locator(".head-name")).toHaveText("Do moles dig?");
  await head.getByRole("button", { name: "Actions for Do moles dig?" }).click();
  await expect(page.getByRole("menu").getByRole("menuitem")).toHaveText([
    "Rename", "Pin", "Tags", "Archive", "Export as Markdown", "Export as JSON Lines", "Print…", "Condense now…", "What Burrow remembers", "Chat settings", "Delete",
  ]);
  await page.getByRole("menuitem", { name: "Chat settings" }).click();
  const sheet = settingsOf(page);
  await expect(sheet.getByRole("tab", { name: "Models" })).toHaveAttribute("aria-selected", "true");
  await expect(sheet.getByRole("radio", { name: "This chat" })).toBeChecked();
});

test("a page that the browser translates has the name of the chat that is shown", async ({ page }) => {
  const { sessions } = await open(page);
  await ask(page, "The first chat?");
  await page.keyboard.press("Control+Shift+O");
  await ask(page, "The second chat?");
  // As Chromium does: the text is in elements of its own, and the page's own node is gone.
  await page.evaluate(() => {
    for (const place of document.querySelectorAll(".head-name span, .sessions a")) {
      const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
      for (const node of [...iterate(walker)]) {
        const outer = document.createElement("font");
        outer.append(document.createElement("font"));
        outer.firstElementChild!.textContent = `[${node.textContent}]`;
        node.parentNode!.replaceChild(outer, node);
      }
    }
    function* iterate(walker: TreeWalker) {
      while (walker.nextNode()) yield walker.currentNode;
    }
  });
  const name = page.locator(".head-name");
  await expect(name).toHaveText("[The second chat?]");
  await sessions.last().click();
  await expect(name).toHaveText("The first chat?");
  await name.click();
  await page.getByRole("textbox", { name: "Chat name" }).fill("Renamed");
  await page.keyboard.press("Enter");
  await expect(name).toHaveText("Renamed");
  await expect(sessions.last()).toHaveText("Renamed");
});

test("the row of actions has no holes where an answer is rated or kept", async ({ page }) => {
  const { answers, questions } = await open(page);
  await script({ text: "One." }, { text: "Two." });
  await ask(page, "First?");
  await ask(page, "Second?");
  const seen = () => answers.first().locator(".acts > .plain").evaluateAll((all) => all.map((one) => getComputedStyle(one).opacity));
  await page.mouse.move(0, 0);
  await parts(page).field.focus();
  await expect.poll(async () => new Set(await seen())).toEqual(new Set(["0"]));
  await answers.first().hover();
  await answers.first().getByRole("button", { name: "Good answer" }).click();
  await page.mouse.move(0, 0);
  await parts(page).field.focus();
  await expect.poll(async () => new Set(await seen())).toEqual(new Set(["1"]));
  await answers.first().hover();
  await answers.first().getByRole("button", { name: "Good answer" }).click();
  await answers.first().getByRole("button", { name: "Pin: always send this message in full" }).click();
  await expect(answers.first().locator(".acts-pinned")).toBeVisible();
  await page.mouse.move(0, 0);
  await parts(page).field.focus();
  await expect.poll(async () => new Set(await seen())).toEqual(new Set(["1"]));
  await expect(questions).toHaveCount(2);
});
