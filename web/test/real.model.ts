// A real language model, small as it is, answers through the proxy and the page, and
// on a terminal. What it says is not checked: that it is a model's answer is.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { program } from "./built.js";
import { parts, unlock } from "./fixture.js";
import { modelOrigin } from "./ports.js";
import { environment } from "./room.js";

const model = "smollm2-135m";

test("a real model answers in the page, and remembers what was said", async ({ page, context }) => {
  await unlock(context);
  await page.goto("/");
  const { field, answers, status, questions } = parts(page);
  await expect(status).toContainText(model);
  await field.fill("Say hello in one short sentence.");
  await field.press("Enter");
  await expect(answers.getByRole("button", { name: "Details" })).toBeAttached();
  expect((await answers.locator(".prose, .markdown").first().innerText()).trim().length).toBeGreaterThan(1);
  await expect(answers.locator(".acts-model")).toHaveText(model);

  await field.fill("And say goodbye.");
  await field.press("Enter");
  await expect(answers).toHaveCount(2);
  await expect(answers.last().getByRole("button", { name: "Details" })).toBeAttached();
  await answers.last().getByRole("button", { name: "Details" }).click();
  await expect(answers.last()).toContainText("Answer saved");
  // Its tokens are not ours: what we count is near, and says so.
  await expect(answers.last()).toContainText(/~\d+ tokens/);
  await page.reload();
  await expect(answers).toHaveCount(2);
  await expect(questions).toHaveCount(2);
});

test("a real model answers on a terminal", async () => {
  const dir = mkdtempSync(join(tmpdir(), "burrow-model-"));
  try {
    const env = { ...environment, HOME: dir, OPENAI_BASE_URL: `${modelOrigin}/v1`, MAX_OUTPUT_TOKENS: "24" };
    const said = execFileSync(program, ["chat", "--db", "h.db", "--json", "Say hello."], { cwd: dir, env, encoding: "utf8" });
    const events = said.trimEnd().split("\n").map((line) => JSON.parse(line) as { kind: string; answer?: { model: string; usage: { completionTokens: number } } });
    expect(events.filter(({ kind }) => kind === "token").length).toBeGreaterThan(1);
    const result = events.at(-1)?.answer;
    expect(result?.model).toBe(model);
    expect(result?.usage.completionTokens).toBeGreaterThan(1);
  } finally {
    rmSync(dir, { recursive: true });
  }
});
