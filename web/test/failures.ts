// Says last what failed or passed only at a later try, and how the page stood then: of a
// long log often only the end is at hand.

import { appendFileSync } from "node:fs";
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult } from "@playwright/test/reporter";
import { gateFaults, nameOf } from "./gate.js";

/** What a test says of a page that it failed on: see fixture.ts. */
export const stood = "page at failure";

const longest = 400;

export default class Failures implements Reporter {
  private faults: string[] = [];
  private readonly tests = new Map<TestCase, TestResult[]>();

  onBegin(_config: FullConfig, suite: Suite): void {
    if (process.env["GATE"] !== undefined) this.faults = gateFaults(suite);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    this.tests.set(test, [...(this.tests.get(test) ?? []), result]);
  }

  async onEnd(): Promise<{ status: FullResult["status"] } | undefined> {
    const failed: string[] = [];
    const flaky: string[] = [];
    for (const [test, results] of this.tests) {
      const outcome = test.outcome();
      if (outcome === "expected" || outcome === "skipped") continue;
      (outcome === "flaky" ? flaky : failed).push(`${test.location.file.split("/").at(-1)}:${test.location.line} ${titleOf(test)}`);
      for (const result of results) {
        if (result.status !== test.expectedStatus) console.log(`  ${said(test, result)}`);
      }
    }
    failed.push(...this.faults);
    for (const name of flaky) console.log(`  flaky ${name}`);
    for (const name of failed) console.log(`  failed ${name}`);
    const results = process.env["BURROW_TEST_RESULTS"];
    if (results !== undefined) appendFileSync(results, `${JSON.stringify({ tests: this.tests.size, failed, flaky })}\n`);
    return this.faults.length > 0 ? { status: "failed" } : undefined;
  }

  printsToStdio(): boolean {
    return false; // the list beside it does, and says the rest
  }
}

/** The titles of a test, without its file. */
const titleOf = (test: TestCase) => nameOf(test).replace(/^\S+ /, "");

/** Why a try failed, and how the page stood. */
function said(test: TestCase, { errors, status, attachments, retry }: TestResult): string {
  const states = attachments.filter(({ name }) => name === stood).map(({ body }) => body?.toString() ?? "");
  const why = errors.map(({ message = "", stack = "" }) => `${/[\w-]+\.spec\.ts:\d+/.exec(stack)?.[0] ?? ""} ${plain(message).slice(0, longest)}`.trim());
  return [`${test.location.file.split("/").at(-1)}:${test.location.line} ${status}, try ${retry + 1}`, ...why, ...states].join("\n    ");
}

/** Without colours, on one line. */
function plain(message: string): string {
  return message.replace(/\x1b\[[0-9;]*m/g, "").replace(/\s+/g, " ");
}
