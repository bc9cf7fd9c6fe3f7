// What axe-core finds on a page.

import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";

const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** What is wrong with the page as it is: the rule, and where. */
export async function problems(page: Page): Promise<string[]> {
  if (await page.evaluate(() => !("axe" in globalThis))) await page.evaluate(axe);
  // What still moves or fades is looked at when it has come to rest.
  await page.evaluate(() => Promise.all(document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity).map(({ finished }) => finished.catch(() => undefined))));
  return page.evaluate(async () => {
    const { run } = (globalThis as unknown as { axe: { run(of: Document, options: object): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }> } }).axe;
    // A menu is in the browser's top layer, and in no landmark. What passes is not described: that took longer than looking.
    const { violations } = await run(document, { resultTypes: ["violations"], runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], rules: { region: { enabled: false } } });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
  });
}
