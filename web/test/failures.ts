// Says last what failed, and how the page stood then: of a long log often only the end is at hand.

import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";

/** What a test says of a page that it failed on: see fixture.ts. */
export const stood = "page at failure";

const longest = 400;

export default class Failures implements Reporter {
  private readonly found: string[] = [];

  onTestEnd(test: TestCase, { errors, status, attachments }: TestResult): void {
    if (status === test.expectedStatus || status === "skipped") return;
    const states = attachments.filter(({ name }) => name === stood).map(({ body }) => body?.toString() ?? "");
    const why = errors.map(({ message = "", stack = "" }) => `${/[\w-]+\.spec\.ts:\d+/.exec(stack)?.[0] ?? ""} ${plain(message).slice(0, longest)}`.trim());
    this.found.push([`${test.location.file.split("/").at(-1)}:${test.location.line} ${status}`, ...why, ...states].join("\n    "));
  }

  onEnd(): void {
    for (const failure of this.found) console.log(`  ${failure}`);
  }

  printsToStdio(): boolean {
    return false; // the list beside it does, and says the rest
  }
}

/** Without colours, on one line. */
function plain(message: string): string {
  return message.replace(/\x1b\[[0-9;]*m/g, "").replace(/\s+/g, " ");
}
