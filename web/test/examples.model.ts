// The examples that a new chat offers where the browser's small model answers, asked as a
// newcomer does: `make test-model`. What it says is printed; that it ends and does not
// repeat itself is checked.

import { expect, test } from "@playwright/test";
import { examples } from "../src/text/examples.js";
import { parts } from "./fixture.js";
import { TestServer, smallModels } from "./server.js";

let server: TestServer;
test.beforeAll(async () => {
  server = new TestServer({});
  await server.start({ models: smallModels });
});
test.afterAll(() => server.close());

for (const { title, question } of examples.small) {
  test(`the small model answers its example: ${title}`, async ({ page, context }) => {
    await context.addInitScript(() => Reflect.deleteProperty(globalThis, "LanguageModel"));
    await page.goto(server.address);
    const { answers, questions } = parts(page);
    await page.getByRole("list", { name: "Examples" }).getByRole("button", { name: title }).click();
    await expect(questions).toContainText(question);
    await expect(answers.getByRole("button", { name: "Details" })).toBeAttached();
    await expect(answers.locator(".answered-by")).toContainText("SmolLM2, a small model (135\u00a0million parameters), running in this browser");
    const said = (await answers.locator(".prose, .markdown").first().innerText()).trim();
    console.log(`${question}\n${said}\n`);
    // Nothing was stopped or cut off, so it came to its end by itself.
    await expect(answers.locator(".turn-state, .failure")).toHaveCount(0);
    expect(said).toMatch(/[.!?:)”"]$/);
    const sentences = said
      .split(/(?<=[.!?])\s+|\n+/)
      .map((sentence) => sentence.replace(/^\W*\d*[.)]?\s*/, "").toLowerCase())
      .filter((sentence) => sentence.length > 12);
    expect(sentences.length).toBeGreaterThan(0);
    expect(new Set(sentences).size).toBe(sentences.length);
  });
}
