// What axe-core finds, on everything that opens: nothing.

import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { ask, expect, open, test } from "./fixture.js";
import { script } from "./model.js";

const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** What is wrong with the page as it is: the rule, and where. */
async function problems(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  // What still moves or fades is looked at when it has come to rest.
  await page.evaluate(() => Promise.all(document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity).map(({ finished }) => finished.catch(() => undefined))));
  return page.evaluate(async () => {
    const { run } = (globalThis as unknown as { axe: { run(of: Document, options: object): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }> } }).axe;
    // A menu is in the browser's top layer, and in no landmark.
    const { violations } = await run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], rules: { region: { enabled: false } } });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
  });
}

const answer =
  "# Hares\n\n**Bold** and `code`, x<sup>2</sup>, $x^2$, a note[^1].\n\n- a\n- [x] done\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```go\nfunc main() {}\n```\n\n> quoted\n\n<details><summary>More</summary>\n\nb\n\n</details>\n\n[^1]: Here.";

for (const colorScheme of ["light", "dark"] as const) {
  test(`nothing is found on the page and what opens over it: ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const { model, meter, answers, field } = await open(page);
    const found: Record<string, string[]> = {};
    const look = async (what: string) => (found[what] = await problems(page));
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
    await page.getByRole("button", { name: "Bin" }).click();
    await look("the bin");
    for (const section of ["general", "models", "memory", "data", "keyboard", "advanced"]) {
      await page.evaluate((section) => (location.hash = `#settings/${section}`), section);
      await expect(page.getByRole("dialog", { name: "Settings" }).getByRole("tabpanel")).toBeVisible();
      await look(`settings: ${section}`);
      await page.keyboard.press("Escape");
    }
    expect(Object.fromEntries(Object.entries(found).filter(([, list]) => list.length > 0))).toEqual({});
  });
}
