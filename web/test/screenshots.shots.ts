// The pictures of the page in docs/. `make screenshots` takes them.

import type { Page } from "@playwright/test";
import { agree, ask, expect, open, openSettings, test, unlock } from "./fixture.js";
import { withDemo } from "./demo.js";
import { script } from "./model.js";
import { test as served } from "./served.js";

test.use({ deviceScaleFactor: 2 });

const first = `Rabbits dig with their forepaws and push the loose soil out with their hind legs. A burrow grows in three steps:

1. **A slope is chosen**, so that rain runs off and the soil holds.
2. **The first tunnel** goes down steeply for about a metre, then levels out.
3. **Rooms** are added to the sides, and lined with grass and fur where young are born.

A warren has many doors for one reason: whoever is chased needs the *nearest* one. Some of them, the bolt holes, are dug from the inside and have no heap of soil to give them away.`;

const second = `They differ more than they look:

| | Rabbit | Hare |
|---|---|---|
| Home | a burrow, shared | a form, alone |
| Young | blind and bare | furred, eyes open |
| In danger | runs for a hole | runs, and keeps running |

So a hare has no door to defend. It trusts to stillness first, and to speed after that.`;

const code = `A loop is enough, since only the doors need to be compared:

\`\`\`go
// Nearest returns the door that is closest to at, and false if there is none.
func Nearest(doors []Point, at Point) (best Point, ok bool) {
	for i, d := range doors {
		if i == 0 || d.Distance(at) < best.Distance(at) {
			best = d
		}
	}
	return best, len(doors) > 0
}
\`\`\`

It looks at each door once, so a warren of a hundred doors costs a hundred distances.`;

/** Older chats, so that the list has days. */
const older = [
  ["Moss between paving stones", 0.2],
  ["A letter to the landlord", 1.1],
  ["Three walks of ten kilometres", 3],
  ["Sourdough that does not rise", 5],
  ["Names for a small boat", 12],
  ["What a warren map could look like", 20],
] as const;

async function bringIn(page: Page) {
  const lines = older.flatMap(([question, days], i) => {
    const timestamp = new Date(Date.now() - days * 86_400_000).toISOString();
    return [
      { session: question, role: "user", content: question, timestamp, id: `q${i}` },
      { session: question, role: "assistant", content: "Let us see.", timestamp, id: `a${i}` },
    ];
  });
  const sheet = await openSettings(page, "Data");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: /^Import/ }).click();
  await (await chooser).setFiles({ name: "chats.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(lines.map((line) => JSON.stringify(line)).join("\n")) });
  await agree(page);
  await expect(sheet.getByRole("status")).toContainText("imported");
  await sheet.getByRole("button", { name: "Dismiss" }).click();
  await page.keyboard.press("Escape");
}

/** The server under test is on this machine; in the pictures it is whoever most readers have. */
async function prepare(page: Page) {
  await page.route("**/api/status", async (route) => {
    const { version } = (await (await route.fetch()).json()) as { version: string };
    await route.fulfill({ json: { version, providers: [{ name: "OpenAI", kind: "remote", host: "api.openai.com", models: ["gpt-4o-mini", "gpt-4o"] }], settings: { model: "gpt-4o-mini" }, warnings: [] } });
  });
}

test("light", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await prepare(page);
  const { field, sessions } = await open(page);
  await bringIn(page);
  await expect(sessions).toHaveCount(older.length);
  await script({ text: first }, { text: second });
  await ask(page, "How do rabbits build a burrow, and why does it have more than one door?");
  await ask(page, "And how is a hare different?");
  await field.fill("Do they ever share a field?");
  await page.mouse.move(0, 0);
  await page.screenshot({ path: "../docs/page-light.png" });
});

test("dark", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await prepare(page);
  const { answers, sessions } = await open(page);
  await bringIn(page);
  await expect(sessions).toHaveCount(older.length);
  await script({ text: code });
  await ask(page, "Write a Go function that finds the nearest door of a warren.");
  await answers.last().hover();
  await page.screenshot({ path: "../docs/page-dark.png" });
});

test("phone", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL!, deviceScaleFactor: 2, hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 }, colorScheme: "light", reducedMotion: "reduce" });
  await unlock(context);
  const page = await context.newPage();
  await prepare(page);
  await open(page);
  await script({ text: second });
  await page.getByRole("textbox", { name: "Your message" }).fill("How is a hare different from a rabbit?");
  await page.getByRole("button", { name: "Send", exact: true }).tap();
  await expect(page.locator(".acts-model")).toBeVisible();
  await page.screenshot({ path: "../docs/page-phone.png" });
  await context.close();
});

test("storage", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await prepare(page);
  await open(page);
  const sheet = await openSettings(page, "Data");
  const lines = Array.from({ length: 340 }, (_, n) => JSON.stringify({ session: `s${n % 12}`, role: n % 2 === 0 ? "user" : "assistant", content: `Message ${n}` }));
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: /^Import/ }).click();
  await (await chooser).setFiles({ name: "conversations.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(lines.join("\n")) });
  await agree(page);
  await expect(sheet.getByRole("status")).toContainText("340 messages imported");
  await page.screenshot({ path: "../docs/storage.png" });
});

/** A longer chat, of which the beginning is condensed. */
const walk = [
  "We are four, and Ida is seven. Which walk would you take us on in Saxony?",
  "With a child of seven I would take the Schrammsteine path from Bad Schandau: about 9 km, with ladders that children like, and a train back.",
  "We will be there from 14 to 17 May. Ida does not like ladders, though.",
  "Then leave the ladders out: the forest road around the rocks has the same view from the Breite Kluft, is 8 km long and needs three hours.",
  "Good, we take the forest road. I still have to book the train.",
  "The S1 leaves Dresden every half hour; the ticket for a family is 25.50 euros a day.",
  "What do we do if it rains?",
  "The national park's house in Bad Schandau has an exhibition with things to touch; it is open until 17:00.",
];

test("memory", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await prepare(page);
  const { sessions } = await open(page);
  await bringIn(page);
  const lines = walk.map((content, n) => JSON.stringify({ session: "A walk with four", role: n % 2 === 0 ? "user" : "assistant", content, id: `w${n}` }));
  const storage = await openSettings(page, "Data");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: /^Import/ }).click();
  await (await chooser).setFiles({ name: "walk.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(lines.join("\n")) });
  await agree(page);
  await expect(storage.getByRole("status")).toContainText("imported");
  await storage.getByRole("button", { name: "Dismiss" }).click();
  await page.keyboard.press("Escape");
  await sessions.filter({ hasText: "A walk with four" }).click();

  const item = (text: string, ...sources: number[]) => ({ text, sources });
  await script({
    for: "summary",
    text: JSON.stringify({
      user_profile: [item("Four people; Ida is seven and does not like ladders.", 1, 3)],
      key_facts: [item("They are in Saxony from 14 to 17 May.", 3), item("The forest road has 8 km and needs three hours.", 4), item("The S1's family ticket is 25.50 euros a day.", 6)],
      decisions: [item("They take the forest road.", 5)],
      open_questions: [],
      todos: [item("Book the train.", 5)],
    }),
  });
  await page.locator(".head").getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Condense now…" }).click();
  const sheet = page.getByRole("dialog", { name: "Chat memory" });
  await sheet.getByLabel("Latest messages to keep in full").fill("2");
  await sheet.getByRole("button", { name: "Preview" }).click();
  await sheet.getByRole("button", { name: "Keep", exact: true }).click();
  await expect(sheet).toBeHidden();
  await page.locator(".condensed").getByRole("button", { name: "Show summary" }).click();
  await page.mouse.move(0, 0);
  await page.screenshot({ path: "../docs/memory.png" });
});

served.describe("with the demo database", () => {
  served.use({ deviceScaleFactor: 2 });
  const { state } = withDemo();

  served("database", async ({ page, server }) => {
    await page.setViewportSize({ width: 1280, height: 1480 });
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await server.start({ more: ["--demo", state] });
    const { field, answers } = await open(page);
    await expect(page.getByRole("button", { name: /^Ask the database/ }).first()).toBeVisible({ timeout: 60_000 });
    await page.getByRole("button", { name: "Demo database", exact: true }).click();
    await field.fill("How many vehicles per branch?");
    await field.press("Enter");
    await expect(answers.getByRole("list", { name: /^Count by/ })).toBeVisible();
    await answers.locator("summary").click();
    await page.mouse.move(0, 0);
    await page.screenshot({ path: "../docs/database.png" });
  });
});
