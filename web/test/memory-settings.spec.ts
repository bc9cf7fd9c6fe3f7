// Memory: what is sent and what it costs, what is condensed in the background, and the
// settings of both.

import { condense, converse, openSettings, overflow, summary } from "./condensing.js";
import { ask, condensesAbove, expect, offer, open, parts, pickModel, row, test } from "./fixture.js";
import { askedFor, release, script } from "./model.js";

test("the breakdown has a part for each thing that is sent, and a bar of the same parts", async ({ page }) => {
  const { meter, breakdown, field } = await converse(page);
  await condense(page);
  // A question that depends on nothing before recalls nothing.
  await field.fill("What is the capital of Peru?");
  await meter.click();
  await expect(row(page, "Summaries")).toHaveText(/^[1-9]/);
  await expect(breakdown).toContainText("of 4 older messages");
  await expect(row(page, "Instructions")).toHaveText("28");
  const figures = await Promise.all(["Instructions", "Summaries", "Earlier messages", "This question"].map(async (name) => Number(await row(page, name).textContent())));
  await expect(meter).toHaveText(new RegExp(`^Context: ${figures.reduce((a, b) => a + b)} / 8,192 tokens$`));
  const segments = breakdown.locator(".bar > span");
  await expect(segments).toHaveCount(4);
  const widths = await segments.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
  expect(widths.every((width) => width > 0)).toBe(true);
});

test("the meter has a colour and words at 70, 85 and 95 per cent", async ({ page }) => {
  const { meter, field, status } = await open(page);
  const steps = [
    [600, "calm", null],
    [850, "amber", "71%"],
    [1030, "orange", "86%"],
    [1150, "brick", "96%"],
  ] as const;
  for (const [words, level, share] of steps) {
    await field.fill(" a".repeat(words).trim());
    await expect(meter).toHaveAttribute("data-level", level);
    await expect(meter).toHaveAccessibleName(share === null ? /tokens\. Details$/ : new RegExp(`, ${share} of the way to condensing\\. Details$`));
    if (share !== null) await expect(status).toContainText(`${share} of the way to condensing`);
  }
});

test("while a question is written, what it recalls is listed, and leads there", async ({ page }) => {
  const { field, meter, breakdown, questions: asked } = await converse(page);
  await condense(page);
  await field.fill("How long is the tunnel?");
  await meter.click();
  const recalled = breakdown.getByRole("region", { name: "Recalled for this question" });
  const link = recalled.getByRole("button", { name: /^Go to “The tunnel is 12 metres long/ });
  await expect(link).toBeVisible();
  await expect(row(page, "Recalled")).toHaveText(/^[1-9]/);
  await link.click();
  await expect(asked.filter({ hasText: "The tunnel is 12 metres" })).toBeInViewport();
  await field.fill("");
  await expect(recalled).toHaveCount(0);
});

test("the meter and the sent prompt agree", async ({ page }) => {
  const { field, meter, number, answers } = await converse(page);
  await condense(page);
  await field.fill("How long is the tunnel?");
  await meter.click();
  await expect(row(page, "Recalled")).toHaveText(/^[1-9]/);
  const shown = Number((await number.textContent())!.split(" / ")[0]!.replaceAll(",", ""));
  await page.keyboard.press("Escape");
  await script({ for: "understanding", text: "{}" }, { text: "Twelve metres." });
  await field.press("Enter");
  await expect(answers.last()).toContainText("Twelve metres.");
  await answers.last().getByRole("button", { name: "Details" }).click();
  const details = answers.last().getByRole("region", { name: "Answer details" });
  const sent = (await details.locator("dl > div", { has: page.getByText("Prompt parts", { exact: true }) }).locator("dd").textContent())!;
  expect([...sent.matchAll(/(\d[\d,]*) /g)].reduce((sum, [, tokens = ""]) => sum + Number(tokens.replaceAll(",", "")), 0)).toBe(shown);
});

test("an answer says what was sent, what was recalled, how well it was counted and what it cost", async ({ page }) => {
  const { field, answers, questions: asked } = await converse(page);
  await condense(page);
  // Whoever is asked what the question means costs nothing here.
  await script({ for: "understanding", text: "{}", usage: { prompt_tokens: 0, completion_tokens: 0 } }, { text: "Twelve metres.", usage: { prompt_tokens: 2000, completion_tokens: 3 } });
  await field.fill("How long is the tunnel?");
  await field.press("Enter");
  await expect(answers.last()).toContainText("Twelve metres.");
  await answers.last().getByRole("button", { name: "Details" }).click();
  const details = answers.last().getByRole("region", { name: "Answer details" });
  const value = (name: string) => details.locator("dl > div", { has: page.getByText(name, { exact: true }) }).locator("dd");
  await expect(value("Prompt parts")).toHaveText(/^\d+ instructions, \d+ summaries, \d+ earlier messages, \d+ recalled, \d+ question$/);
  await expect(value("Difference")).toHaveText(/^Burrow counted \d+, the provider 2,000 \(\+[\d,]+\.\d%\)$/);
  await expect(value("Cost")).toHaveText(/^\$0\.06/);
  await value("Recalled").getByRole("button").first().click();
  await expect(asked.filter({ hasText: "The tunnel is 12 metres" })).toBeInViewport();
});

test("condensing in the background is seen, blocks nothing, and can be stopped", async ({ page }) => {
  const { status, field, questions: asked, answers, said } = await overflow(page, { for: "summary", hangBefore: true });
  await expect(status).toContainText("Condensing…");
  await field.fill("Still here?");
  await field.press("Enter");
  await expect(asked).toHaveCount(3);
  await expect(answers.last()).toContainText("You said: Still here?");
  await status.getByRole("button", { name: "Stop condensing" }).click();
  await expect(status).not.toContainText("Condensing…");
  await expect(said).toHaveText("Condensing stopped.");
  await expect(page.locator(".condensed")).toHaveCount(0);
});

test("what was condensed in the background is announced once, in all tabs", async ({ page, context }) => {
  const { status, said } = await overflow(page, { ...summary, hangBefore: true });
  await expect(status).toContainText("Condensing…");
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(parts(other).status).toContainText("Condensing…");
  await expect.poll(async () => (await askedFor("summary")).length).toBe(1);
  await release();
  await expect(said).toHaveText(/^\d+ messages condensed, \d+ → \d+ tokens$/);
  await expect(status).not.toContainText("Condensing…");
  await expect(page.locator(".condensed").first()).toBeVisible();
  await expect(parts(other).status).not.toContainText("Condensing…");
  await expect(other.locator(".condensed").first()).toBeVisible();
});

test("why condensing failed is said in a sentence that can be dismissed", async ({ page }) => {
  const { status, said } = await open(page);
  await ask(page, "What is moss?");
  // The core condenses without a model where one fails, so that this takes a broken store: another tab's word stands for it.
  await page.evaluate(() => {
    const event = { kind: "condense", session: location.pathname.slice(3), state: "failed", message: "The disk is full." };
    new BroadcastChannel("burrow-store").postMessage({ v: 1, kind: "tell", from: "test", frame: `{"kind":"event","id":0,"event":${JSON.stringify(event)}}` });
  });
  await expect(status).toContainText("The disk is full.");
  await expect(said).toHaveText("The disk is full.");
  await status.getByRole("button", { name: "Dismiss" }).click();
  await expect(status).not.toContainText("The disk is full.");
});

test("the memory has presets that the core names, and settings with a sentence each", async ({ page }) => {
  await open(page);
  const sheet = await openSettings(page);
  const preset = (name: string) => sheet.getByRole("radio", { name });
  const about = sheet.locator("#setting-preset-help");
  await expect(preset("Automatic")).toBeChecked();
  await expect(about).toHaveText(/^Compact suits gpt-4\. Costs the least\. .* A full chat costs about \$0\.036 per question\.$/);
  await preset("Standard").check();
  await expect(sheet.getByLabel("Condense above", { exact: true })).toHaveValue("8000");
  await expect(sheet.getByLabel("Keep the last", { exact: true })).toHaveValue("6");
  await expect(about).toHaveText(/^Costs a little more\. /);
  await preset("Long").check();
  await expect(sheet.getByLabel("Condense above", { exact: true })).toHaveValue("2048");
  await preset("Automatic").check();
  await expect(sheet.getByLabel("Condense above", { exact: true })).toHaveValue("1200");
  await preset("Custom").check();
  await expect(sheet.getByLabel("Condense above", { exact: true })).toBeFocused();
  await sheet.getByLabel("Condense above", { exact: true }).fill("500");
  await sheet.getByLabel("Condense above", { exact: true }).blur();
  for (const name of ["Condense above", "Keep the last", "Strategy", "Condensing", "Model for summaries"]) {
    await expect(sheet.getByLabel(name, { exact: true })).toHaveAccessibleDescription(/^[A-Z][^.]*\.$/);
  }
  await sheet.getByLabel("Strategy", { exact: true }).selectOption({ label: "Tiered" });
  await sheet.getByLabel("Model for summaries", { exact: true }).selectOption("gpt-4");
  // It says where it is from once it is kept.
  await expect(sheet.locator(".setting", { has: page.getByText("Model for summaries", { exact: true }) }).locator(".tag")).toHaveText("all chats");
  await page.reload();
  await openSettings(page);
  await expect(preset("Custom")).toBeChecked();
  await expect(sheet.getByLabel("Strategy", { exact: true })).toHaveValue("tiered");
  await expect(sheet.getByLabel("Model for summaries", { exact: true })).toHaveValue("gpt-4");
});

test("what nobody has set follows the model, also when it is changed", async ({ page }) => {
  await offer(page, "gpt-4", "gpt-4o-mini");
  const { number } = await open(page);
  await expect(number).toHaveText(/ 8,192$/);
  await condensesAbove(page, "1,200");
  await pickModel(page, "gpt-4o-mini");
  await expect(number).toHaveText(/ 120,000$/);
  await condensesAbove(page, "8,000");
  const sheet = await openSettings(page);
  await sheet.getByRole("radio", { name: "Compact" }).check();
  await expect(sheet.getByLabel("Condense above", { exact: true })).toHaveValue("1200");
  await page.keyboard.press("Escape");
  await pickModel(page, "gpt-4");
  await pickModel(page, "gpt-4o-mini");
  await condensesAbove(page, "1,200");
});

test("a long paste in a new chat does not warn of older messages, which there are none of", async ({ page }) => {
  const { field, status, meter, number } = await open(page);
  const pasted = "The moss grows on the north side of the stone. ".repeat(260);
  await field.fill(pasted);
  await expect(number).toHaveText(/^2,\d\d\d \/ 8,192$/);
  await expect(status).not.toContainText("Older messages");
  await expect(meter).toHaveAttribute("data-level", "calm");
  await field.fill("");
  await ask(page, "What is moss?");
  await field.fill(pasted);
  await expect(status).toContainText("Older messages will be condensed");
});
