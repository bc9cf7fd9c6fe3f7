// One conversation, through the page and on a terminal: the same rows are kept.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { program } from "./built.js";
import { ask, expect, open, test } from "./fixture.js";
import { script } from "./model.js";
import { modelOrigin } from "./ports.js";
import { environment } from "./room.js";

const questions = ["Where does the badger live?", "And in winter?\nTell me more."];
const answers = [
  { text: "In a **sett**.", usage: { prompt_tokens: 31, completion_tokens: 5 } },
  { text: "It sleeps.", reasoning: "Winter is cold.", usage: { prompt_tokens: 52, completion_tokens: 4 } },
];

/** What differs from run to run becomes the same: names, times, durations. */
function plain(lines: string): object[] {
  const names = new Map<string, string>();
  const nameless = lines
    .replaceAll(/\b[0-9a-f]{32}\b/g, (uid) => names.get(uid) ?? (names.set(uid, `uid ${names.size}`), `uid ${names.size - 1}`))
    .replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"time"')
    .replaceAll(/"(local|first|total)":\d+/g, '"$1":0');
  return nameless.trimEnd().split("\n").map((line) => JSON.parse(line) as object);
}

test("the page and the terminal keep the same rows", async ({ page, context }) => {
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, "showSaveFilePicker"));
  await open(page);
  await script(...answers);
  for (const question of questions) await ask(page, question);
  await page.locator(".head").getByRole("button", { name: /^Actions for/ }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export as JSON Lines" }).click();
  const fromPage = plain(readFileSync(await (await download).path(), "utf8"));

  const dir = mkdtempSync(join(tmpdir(), "burrow-rows-"));
  try {
    const env = { ...environment, HOME: dir, OPENAI_BASE_URL: `${modelOrigin}/v1`, OPENAI_API_KEY: "for-tests", MODEL_NAME: "gpt-4" };
    const run = (...args: string[]) => execFileSync(program, args, { cwd: dir, env, encoding: "utf8" });
    await script(...answers);
    run("chat", "--db", "h.db", questions[0] ?? "");
    const session = run("sessions", "list", "--db", "h.db").slice(0, 8);
    run("chat", "--db", "h.db", "--session", session, questions[1] ?? "");
    const fromTerminal = plain(run("sessions", "export", "--db", "h.db"));
    expect(fromTerminal.length).toBeGreaterThanOrEqual(4);
    expect(fromPage).toEqual(fromTerminal);
  } finally {
    rmSync(dir, { recursive: true });
  }
});
