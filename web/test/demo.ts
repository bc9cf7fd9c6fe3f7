// The real demo database, for the tests of a file that ask it.

import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { room } from "./room.js";
import { test } from "./served.js";

/** Has the demo database run during the tests around. `state` is the file by which `burrow serve --demo` finds it. */
export function withDemo(): { state: string; pid: () => number } {
  const state = join(room, `demo-${process.pid}.json`);
  let demo: ChildProcess;
  test.beforeAll(() => {
    demo = spawn(fileURLToPath(new URL("../../build/demodb", import.meta.url)), ["-state", state, "-with", String(process.pid)], { stdio: "ignore" });
  });
  test.afterAll(async () => {
    const ended = new Promise((resolve) => demo.once("exit", resolve));
    demo.kill();
    await ended;
    rmSync(state, { force: true });
  });
  return { state, pid: () => demo.pid! };
}
