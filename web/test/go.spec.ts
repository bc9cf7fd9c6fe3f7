// Runs the Go tests of the core's packages, compiled for the browser, in Chromium:
// the same tests that run natively, on the engine and the files that the page
// uses. The Makefile builds them into build/test; with EXHAUSTIVE they
// take all cases instead of a sample.
import { expect, test } from "@playwright/test";
import { runGo } from "./go/run.js";

const exhaustive = process.env["EXHAUSTIVE"] !== undefined;
const packages = {
  // What takes longest begins.
  store: "TestOnceAppliesAWriteOnce",
  foreign: "TestEveryFormatIsReadWithoutLoss/chatgpt",
  json: "TestUnmarshalReadsAsEncodingJSONDoes",
  say: "TestPlaceholdersAreFilled",
  wire: "TestDecodeSaysWhatIsWrongAndWhoAsked",
  words: "TestStemsOfPortersPaper",
  rpc: "TestPostTransport",
  llm: "TestStreamOverFetch",
  sqlite: "TestFilesAreWhereTheHostSays",
  transfer: "TestExportComesBackByteForByte",
  tokens: "TestRandomStringsEqualOracle",
  memory: "TestExtractsHold",
  recall: "TestSkipLeavesOut",
  understand: "TestReferencesAreResolved",
  prompt: "TestAnyMaterialIsLaidOutSoundly",
  gather: "TestAQuestionTakesARouteThatExists",
  condense: "TestARoomyChatIsCondensedByTheModel",
  turn: "TestStopKeepsWhatCameAndResumeGoesOn",
};

test.describe.configure({ mode: "parallel" });

for (const [name, present] of Object.entries(packages)) {
  test(`the Go tests of ${name} pass in the browser`, async ({ page }) => {
    test.setTimeout(exhaustive ? 40 * 60_000 : 5 * 60_000);
    const args = ["-test.v", "-test.run=^Test", "-test.timeout=40m", ...(exhaustive ? [] : ["-test.short"])];
    const result = await runGo(page, name, args);
    console.log(result.output.split("\n").filter((line) => /^--- |^(PASS|FAIL)|_test.go:\d+: \d+ /.test(line)).join("\n"));
    expect(result.code, failures(result.output)).toBe(0);
    expect(result.output).toContain(`--- PASS: ${present}`);
  });
}

/** What the failed tests said. */
function failures(output: string): string {
  const parts = output.split(/^(?==== RUN)/m).filter((part) => /^\s*--- FAIL/m.test(part));
  return (parts.length > 0 ? parts.join("") : output).slice(-8000);
}
