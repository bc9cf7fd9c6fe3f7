// What the reader thinks of an answer: kept with it, in this browser.

import { readFileSync } from "node:fs";
import { ask, expect, open, parts, test } from "./fixture.js";

test("an answer is marked as good or bad, with a reason, and the mark goes where the chat goes", async ({ page, context }) => {
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, "showSaveFilePicker"));
  const { answers, said } = await open(page);
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  await ask(page, "Is this good?");
  const up = answers.last().getByRole("button", { name: "Good answer" });
  const down = answers.last().getByRole("button", { name: "Bad answer" });
  await expect(up).toHaveAttribute("aria-pressed", "false");
  await up.click();
  await expect(up).toHaveAttribute("aria-pressed", "true");
  await expect(said).toHaveText("Marked as good");
  await up.click();
  await expect(up).toHaveAttribute("aria-pressed", "false");
  await expect(said).toHaveText("Rating removed");

  // By the keyboard: the field has the focus, Enter keeps what is in it.
  await down.focus();
  await page.keyboard.press("Enter");
  const field = answers.last().getByRole("textbox", { name: /^What went wrong/ });
  await expect(field).toBeFocused();
  await expect(down).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.type("Zinnober & <b>dull</b>");
  await page.keyboard.press("Enter");
  const reason = answers.last().getByRole("button", { name: "Zinnober & <b>dull</b>" });
  await expect(reason).toBeVisible();
  // Escape leaves the reason as it was.
  await reason.click();
  await field.fill("Something else");
  await field.press("Escape");
  await expect(reason).toBeVisible();

  const second = await context.newPage();
  await open(second, new URL(page.url()).pathname);
  const there = parts(second).answers.last();
  await expect(there.getByRole("button", { name: "Zinnober & <b>dull</b>" })).toBeVisible();
  await there.getByRole("button", { name: "Good answer" }).click();
  await expect(up).toHaveAttribute("aria-pressed", "true");
  await expect(reason).toBeHidden();
  await second.close();

  await down.click();
  await field.fill("Zinnober");
  await field.press("Enter");
  await page.reload();
  await expect(down).toHaveAttribute("aria-pressed", "true");
  await expect(answers.last().getByRole("button", { name: "Zinnober" })).toBeVisible();

  const download = page.waitForEvent("download");
  await page.locator(".head").getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Export as JSON Lines" }).click();
  expect(readFileSync(await (await download).path(), "utf8")).toContain('"feedback":{"up":false,"reason":"Zinnober"}');
  expect(sent.filter((line) => /Zinnober|feedback/.test(line))).toEqual([]);
});
