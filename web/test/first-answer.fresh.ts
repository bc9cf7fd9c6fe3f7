import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";

const root = join(import.meta.dirname, "../..");
const port = Number(process.env["BURROW_TEST_PORT"] ?? 7890);

// What the demo database says of itself: see cmd/demodb/state.go.
interface DemoState {
  state: string;
  pid?: number;
  seconds?: number;
  rows?: number;
}

function demoState(clone: string): DemoState {
  const file = join(clone, "build/demo/state.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as DemoState) : { state: "not begun" };
}

// The memory of a process in MB: what it has, and the most it had.
function memory(pid: number): string {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const mb = (name: string) => Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1024);
  return `${mb("VmRSS")} MB, ${mb("VmHWM")} at most`;
}

test("a fresh clone in an empty home answers its first question without a key", async ({ page }) => {
  const home = mkdtempSync(join(tmpdir(), "burrow-fresh-"));
  const clone = join(home, "burrow");
  let running: ChildProcess | undefined;
  try {
    execFileSync("git", ["clone", "--quiet", root, clone]);
    // Nothing of this user's but how the machine reaches its package registries.
    const env: NodeJS.ProcessEnv = { ...process.env, HOME: home };
    for (const name of Object.keys(env)) if (/_API_KEY$|^DB_|^OPENAI_|^MODEL_NAME$|^BURROW_|^XDG_|^CHROME$|^MAKE|^MFLAGS$/.test(name)) delete env[name];
    for (const name of [".npmrc", ".config/pip", ".config/go", ".pip"]) {
      const from = join(homedir(), name);
      if (existsSync(from)) cpSync(from, join(home, name), { recursive: true });
    }
    const start = performance.now();
    const after = () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
    const program = (running = spawn("make", ["run", `SERVE=--listen 127.0.0.1:${port}`], { cwd: clone, env, detached: true }));
    const address = await new Promise<string>((resolve, reject) => {
      let said = "";
      const hear = (chunk: Buffer) => {
        said += chunk.toString();
        const found = /http:\/\/127\.0\.0\.1:\d+\/#token=\S+/.exec(said)?.[0];
        if (found !== undefined) resolve(found);
      };
      program.stdout?.on("data", hear);
      program.stderr?.on("data", hear);
      program.on("exit", () => reject(new Error(`make run ended:\n${said.slice(-4000)}`)));
    });

    expect((await page.request.get(new URL(address).origin)).ok()).toBe(true);
    console.log(`The page can be reached ${after()} after the start of make run.`);
    await page.goto(address);
    await page.getByRole("textbox", { name: "Your message" }).fill("What is the capital of France?");
    await page.keyboard.press("Enter");
    const answer = page.locator("article.answer").last();
    await expect(answer).toContainText("Paris");
    await expect(answer).toContainText("running in this browser");
    console.log(`The first answer is there ${after()} after it.`);
    await page.screenshot({ path: join(root, "docs/first-answer.png") });

    await expect.poll(() => demoState(clone).state, { timeout: 20 * 60_000, intervals: [500] }).toMatch(/^(ready|failed|stopped)$/);
    const demo = demoState(clone);
    expect(demo.state).toBe("ready");
    expect(demo.rows).toBeGreaterThan(200_000);
    console.log(`The demo database can be asked ${after()} after it: ${demo.seconds?.toFixed(1)} s for ${demo.rows} rows, the rest for compiling. It takes ${memory(demo.pid ?? 0)}.`);
    expect((await page.request.get(new URL(address).origin)).ok()).toBe(true);
  } finally {
    if (running?.pid !== undefined) process.kill(-running.pid, "SIGTERM");
    rmSync(home, { recursive: true, force: true });
  }
});
