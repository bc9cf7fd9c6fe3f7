// A PDF of 300 pages: how long it takes to read, whether the page can be used meanwhile, and
// how soon the first cited answer is there.

import { readFileSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, open, parts, test } from "./fixture.js";
import { script } from "./model.js";

const pages = 300;

/** A report with a heading and 45 lines a page, and one line that stands on one page alone. */
function report(): Buffer {
  const objects: string[] = ["<< /Type /Catalog /Pages 2 0 R >>", `<< /Type /Pages /Count ${pages} /Kids [${Array.from({ length: pages }, (_, i) => `${4 + 2 * i} 0 R`).join(" ")}] >>`, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"];
  for (let i = 0; i < pages; i++) {
    const lines = Array.from({ length: 45 }, (_, line) => `(Line ${line} of page ${i + 1} tells of moles that dig below the meadow) Tj 0 -14 Td`);
    if (i === 216) lines[20] = "(The lighthouse keeper paints the stairs in October) Tj 0 -14 Td";
    const content = `BT /F1 16 Tf 72 740 Td (Chapter ${i + 1}) Tj /F1 11 Tf 0 -30 Td\n${lines.join("\n")}\nET`;
    objects.push(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * i} 0 R >>`, `<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  }
  let text = "%PDF-1.7\n";
  const places = objects.map((body, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("")}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}

/** Memory of the process that has the page and its workers, in MB: now, and the most it had. */
async function memory(page: Page): Promise<{ now: number; most: number }> {
  const browser = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo } = (await browser?.send("SystemInfo.getProcessInfo")) ?? { processInfo: [] };
  const kept = processInfo
    .filter(({ type }) => type === "renderer")
    .map(({ id }) => {
      const status = readFileSync(`/proc/${id}/status`, "utf8");
      const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? NaN) / 1000;
      return { now: read("VmRSS"), most: read("VmHWM") };
    });
  return kept.reduce((largest, one) => (one.most > largest.most ? one : largest), { now: 0, most: 0 });
}

test("a PDF of 300 pages, from drop to the first cited answer", async ({ page }, info) => {
  test.setTimeout(5 * 60_000);
  const { field, files, answers } = await open(page);
  await page.evaluate(() => {
    const found = { long: [] as number[], shown: new Set<number>() };
    new PerformanceObserver((list) => found.long.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
    new MutationObserver(() => {
      const bar = document.querySelector<HTMLProgressElement>(".file-progress");
      if (bar !== null) found.shown.add(bar.value);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
    Object.assign(globalThis, { found });
  });
  await script({ text: "In October [1]." });
  // From the disk: bytes that a test hands over are unpacked on the page's thread.
  const file = info.outputPath("report.pdf");
  writeFileSync(file, report());
  const before = await memory(page);
  const began = performance.now();
  await page.locator("input[type=file]").setInputFiles(file);
  await expect(files).toHaveText(/tokens$/, { timeout: 120_000 });
  const read = performance.now() - began;
  await field.fill("When does the lighthouse keeper paint the stairs?");
  await field.press("Enter");
  await expect(answers.getByRole("link", { name: /^Source 1: report\.pdf, page 217/ }).first()).toBeVisible({ timeout: 60_000 });
  const answered = performance.now() - began;
  const { long, shown } = await page.evaluate(() => {
    const { found } = globalThis as unknown as { found: { long: number[]; shown: Set<number> } };
    return { long: found.long, shown: found.shown.size };
  });
  const after = await memory(page);
  console.log(
    [
      `read and kept                ${(read / 1000).toFixed(2)} s, ${((pages / read) * 1000).toFixed(0)} pages/s`,
      `steps of progress            ${shown}`,
      `tasks over 50 ms on the page ${long.length}${long.length > 0 ? `, the longest ${Math.max(...long).toFixed(0)} ms` : ""}`,
      `memory                       ${before.now.toFixed(0)} MB before, ${after.most.toFixed(0)} MB at most, ${after.now.toFixed(0)} MB after`,
      `first cited answer           ${(answered / 1000).toFixed(2)} s after the drop`,
    ].join("\n"),
  );
  await expect(parts(page).files).toHaveCount(0);
});
