import { truncateSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { fenced } from "../src/composer/fence.js";
import { coreFile, expect, hold, metered, offer, open, parts, pickModel, row, test } from "./fixture.js";
import { asked } from "./model.js";

/** Texts of very different density. */
const examples = {
  prose: `A hare does not dig. It rests in a shallow form pressed into the grass, ears flat, eyes open, and trusts to stillness. The rabbit is the builder: its burrow has rooms, back doors and a bolt hole for bad days.`,

  code: `// Sum returns the total of xs; an empty slice sums to 0.
func Sum(xs []int) int {
\ttotal := 0
\tfor _, x := range xs {
\t\ttotal += x
\t}
\treturn total
}
`,

  japanese: `うさぎは巣穴を掘り、野うさぎは草の上で眠る。夕方になると、耳を立てて静かに外の音を聞いている。`,

  mixed: `Café crème à 3,50 € ☕, naïve résumé, Straße, Łódź… 👩🏽‍🚀 meets 🐇🕳️ at 20 °C — voilà!`,
} as const;

const textFile = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
const picker = (page: Page) => page.locator("input[type=file]");

test("counts picked files beside the text", async ({ page }) => {
  const { field, meter, number, files } = await open(page);
  await field.fill("hello world");
  await picker(page).setInputFiles([textFile("fox.txt", "The quick brown fox jumps over the lazy dog."), textFile("empty.md", "")]);
  await expect(files).toHaveText([/^fox\.txt44 bytes · 10 tokens$/, /^empty\.md0 bytes · 0 tokens$/]);
  await meter.click();
  await expect(row(page, "Text")).toHaveText("2");
  await expect(row(page, "Files")).toHaveText("10");
  // With the fences and the names; where these meet the texts a token may be more or less.
  await expect(row(page, "Role and formatting")).toHaveText("+ 19");
  await expect(row(page, "This question")).toHaveText("~31");
  await page.getByRole("button", { name: "Remove fox.txt" }).click();
  await expect(files).toHaveCount(1);
  await page.getByRole("button", { name: "Remove empty.md" }).click();
  await expect(number).toHaveText(metered(2));
});

test("files are sent with the question, by their names and between fences", async ({ page }) => {
  const { field, files, questions, answers } = await open(page);
  await field.fill("What is in here?");
  await picker(page).setInputFiles([textFile("fox.txt", "The quick brown fox"), textFile("code.md", "```go\nx\n```\n")]);
  await expect(files).toHaveText([/tokens$/, /tokens$/]);
  await field.press("Enter");
  await expect(files).toHaveCount(0);
  await expect(answers).toContainText("You said: What is in here?");
  const sent = "What is in here?\n\nfox.txt:\n```txt\nThe quick brown fox\n```\n\ncode.md:\n````md\n```go\nx\n```\n````";
  expect((await asked()).at(-1)?.body?.messages.at(-1)?.content).toBe(sent);
  await expect(questions).toContainText("fox.txt:");
});

test("a fence is longer than any in the text", () => {
  expect(fenced("a.txt", "`````")).toBe("a.txt:\n``````txt\n`````\n``````");
  expect(fenced("Makefile", "all:\n")).toBe("Makefile:\n```\nall:\n```");
});

test("counts its files anew for another model", async ({ page }) => {
  await offer(page, "gpt-4", "gpt-4o");
  const { files } = await open(page);
  await picker(page).setInputFiles(textFile("a.txt", "日本語"));
  await expect(files).toHaveText(/9 bytes · 4 tokens/);
  await pickModel(page, "gpt-4o");
  await expect(files).toHaveText(/9 bytes · 2 tokens/);
});

test("keeps the mark at the beginning of a file, as the command line does", async ({ page }) => {
  const { files } = await open(page);
  await picker(page).setInputFiles(textFile("mark.txt", "\ufeffhello world"));
  await expect(files).toHaveText(/14 bytes · 3 tokens/);
});

test("says why a file is not counted", async ({ page }, info) => {
  const { files, number } = await open(page);
  const large = info.outputPath("large.txt");
  writeFileSync(large, "");
  truncateSync(large, 50_000_001);
  await picker(page).setInputFiles(large);
  await picker(page).setInputFiles([
    { name: "zero.bin", mimeType: "application/octet-stream", buffer: Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0]) },
    { name: "latin1.txt", mimeType: "text/plain", buffer: Buffer.from([0x63, 0x61, 0x66, 0xe9]) },
  ]);
  await expect(files).toHaveText([
    /^large\.txtFiles over 50 MB can’t be sent\.$/,
    /^zero\.binThis doesn’t look like a text file/,
    /^latin1\.txtThis doesn’t look like a text file/,
  ]);
  await expect(number).toHaveText(metered(0));
  await expect(parts(page).send).toBeDisabled();
});

test("counting can be stopped", async ({ page }) => {
  const releaseCore = await hold(page, coreFile);
  await page.goto("/");
  const { files, number } = parts(page);
  await picker(page).setInputFiles(textFile("fox.txt", "hello world"));
  await expect(files).toHaveText(/Counting 0%/);
  await page.getByRole("button", { name: "Stop counting fox.txt" }).click();
  await expect(files).toHaveCount(0);
  await releaseCore();
  await expect(number).toHaveText(metered(0));
});

test("shows how far it has come with a large file", async ({ page }) => {
  await page.addInitScript(() => {
    const seen: string[] = [];
    new MutationObserver(() => {
      const bar = document.querySelector("progress");
      if (bar !== null) seen.push(String(bar.value));
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    Object.assign(globalThis, { seen });
  });
  const { files, number } = await open(page);
  await picker(page).setInputFiles(textFile("large.txt", " hello".repeat(1_000_000)));
  await expect(files).toHaveText(/6 MB · 1,000,000 tokens/);
  await expect(number).toHaveText(/^~1,000,0\d\d \/ 8,192$/);
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
  expect(new Set(seen).size).toBeGreaterThan(2);
});

test("a file that is counted in parts has the tokens of the whole", async ({ page }) => {
  const { files } = await open(page);
  const text = `${Object.values(examples).join(" ")}\n12 x1\r\n\r\n\tend`;
  // tiktoken: 217 for one, 435 for two, 653 for three, joined by line breaks.
  await picker(page).setInputFiles(textFile("all.txt", Array<string>(6000).fill(text).join("\n")));
  await expect(files).toHaveText(/1,307,999 tokens/);
});

/** Hands files to the page the way a drop or a paste does. */
async function hand(page: Page, kind: "drop" | "paste") {
  await page.evaluate((type) => {
    const data = new DataTransfer();
    data.items.add(new File(["hello world"], "dropped.txt", { type: "text/plain" }));
    const field = document.getElementById("field")!;
    const init = { bubbles: true, cancelable: true };
    if (type === "paste") field.dispatchEvent(new ClipboardEvent("paste", { ...init, clipboardData: data }));
    else field.dispatchEvent(new DragEvent("drop", { ...init, dataTransfer: data }));
  }, kind);
}

test("takes a pasted file", async ({ page }) => {
  const { files } = await open(page);
  await hand(page, "paste");
  await expect(files).toHaveText(/^dropped\.txt11 bytes · 2 tokens$/);
});

test("takes a dropped file, and says so while it hovers", async ({ page }) => {
  const { files } = await open(page);
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([], "x"));
    document.body.dispatchEvent(new DragEvent("dragover", { bubbles: true, cancelable: true, dataTransfer }));
  });
  await expect(page.getByText("Drop text files here to attach them")).toBeVisible();
  await hand(page, "drop");
  await expect(page.getByText("Drop text files here to attach them")).toBeHidden();
  await expect(files).toHaveText(/^dropped\.txt11 bytes · 2 tokens$/);
});
