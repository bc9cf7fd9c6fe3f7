// A folder for all that a run writes, and an environment in which nothing of the machine
// counts. The main process makes both, and its workers inherit them; browsers, too, have
// their home in it. It goes when the run ends.

import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

if (process.env["BURROW_TEST_ROOM"] === undefined) {
  // A short path: sockets stand in it.
  const room = mkdtempSync(join(tmpdir(), "burrow-"));
  process.on("exit", () => rmSync(room, { recursive: true, force: true, maxRetries: 3 }));
  const home = join(room, "home");
  mkdirSync(join(room, "models"), { recursive: true });
  mkdirSync(home, { mode: 0o700 });
  for (const name of ["CONFIG_HOME", "CACHE_HOME", "DATA_HOME", "STATE_HOME", "RUNTIME_DIR"]) process.env[`XDG_${name}`] = home;
  Object.assign(process.env, { BURROW_TEST_ROOM: room, TMPDIR: room, HOME: home, LC_ALL: "C.UTF-8", TZ: "UTC" });
}

export const room = process.env["BURROW_TEST_ROOM"] ?? "";

/** A folder without models, for servers that are to have none. */
export const noModels = join(room, "models");

/** What a program under test has in its environment, beside what a test sets. */
export const environment: Record<string, string> = {
  ...Object.fromEntries(["PATH", "HOME", "TMPDIR", "LC_ALL", "TZ"].map((name) => [name, process.env[name] ?? ""])),
  // Programs that happen to run here are not looked for.
  BURROW_LOCAL_SERVERS: "none",
};

/** A file of settings that sets nothing. */
export function noSettings(name: string): string {
  const file = join(room, name);
  appendFileSync(file, "", { mode: 0o600 });
  return file;
}
