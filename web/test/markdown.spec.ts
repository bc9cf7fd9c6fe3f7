// The Markdown of answers, drawn by the view alone on a page with the program's
// headers: see markdown/page.tsx. MARKDOWN_ROUNDS=100000 draws that many random texts,
// MARKDOWN_SEED others.

import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixture.js";
import { longAnswer } from "./markdown/answer.js";
import { cases, unfinished } from "./markdown/cases.js";
import { formulaPayloads } from "./markdown/formula-payloads.js";
import { open } from "./markdown/open.js";
import { payloads } from "./markdown/payloads.js";

const rounds = Number(process.env["MARKDOWN_ROUNDS"] ?? 2_000);
const seed = Number(process.env["MARKDOWN_SEED"] ?? 20_261_118);

// The page under test asks the program for nothing.
test.use({ unlocked: false });

const brief = (page: Page, text: string, streaming = false) =>
  page.evaluate(
    ([text, streaming]) => {
      window.stage.show(text, streaming);
      return window.stage.brief();
    },
    [text, streaming] as const,
  );

const show = (page: Page, text: string, streaming = false) =>
  page.evaluate(([text, streaming]) => window.stage.show(text, streaming), [text, streaming] as const);

for (const [area, list] of Object.entries(cases)) {
  test(`draws ${area}`, async ({ page }) => {
    await open(page);
    for (const [text, drawn] of list) {
      expect.soft(await brief(page, text), JSON.stringify(text)).toBe(drawn);
      expect.soft(await page.evaluate(() => window.stage.faults()), JSON.stringify(text)).toEqual([]);
    }
  });
}

test("an unfinished answer does not change its look twice", async ({ page }) => {
  await open(page);
  for (const [text, drawn] of unfinished) expect.soft(await brief(page, text, true), JSON.stringify(text)).toBe(drawn);
});

test.describe("hostile texts", () => {
  let sink: Server;
  let connections = 0;
  test.beforeAll(async () => {
    sink = createServer((_, response) => response.end()).on("connection", () => connections++);
    await new Promise<void>((resolve) => sink.listen(0, "127.0.0.1", resolve));
  });
  test.afterAll(async () => {
    await new Promise((resolve) => sink.close(resolve));
    // The guard sees what a page asks for; this, what it prepares to.
    expect(connections).toBe(0);
  });

  test("become nothing but text and links, whole or cut at any byte", async ({ page }) => {
    test.setTimeout(10 * 60_000);
    await open(page);
    const host = `127.0.0.1:${(sink.address() as AddressInfo).port}`;
    const texts = [...payloads, ...formulaPayloads].map((payload) => payload.replaceAll("SINK", host));
    expect(texts.length).toBeGreaterThan(200);
    const faults = await page.evaluate((texts) => window.stage.play(texts), texts);
    expect(faults.slice(0, 10)).toEqual([]);
  });

  test("a link is followed by a click, in a page of its own that knows nothing of this one", async ({ page, context }) => {
    await context.route("http://elsewhere.example/**", (route) => route.fulfill({ body: "elsewhere" }));
    await open(page);
    await show(page, "![a picture](http://elsewhere.example/a.png)");
    const opened = context.waitForEvent("page");
    await page.getByRole("link", { name: "a picture" }).click();
    const other = await opened;
    await other.waitForLoadState();
    expect(await other.evaluate(() => [window.opener, document.referrer])).toEqual([null, ""]);
  });
});

test("texts look the same whole and cut at any byte", async ({ page }) => {
  await open(page);
  const texts = [...Object.values(cases).flat(), ...unfinished].map(([text]) => text);
  const faults = await page.evaluate((texts) => window.stage.play(texts), [...texts, longAnswer(600)]);
  expect(faults.slice(0, 10)).toEqual([]);
});

test("random texts look the same whole and piece by piece", async ({ page }) => {
  test.setTimeout(60_000 + rounds * 50);
  console.log(`MARKDOWN_SEED=${seed}`);
  await open(page);
  const { updates, faults } = await page.evaluate(([seed, rounds]) => window.stage.playRandom(seed, rounds), [seed, rounds] as const);
  console.log(`${rounds} texts in ${updates} pieces`);
  expect(faults.slice(0, 5), `MARKDOWN_SEED=${seed}`).toEqual([]);
});

test("what is settled is not drawn again", async ({ page }) => {
  await open(page);
  const touched = await page.evaluate((text) => {
    const root = document.getElementById("root") as HTMLElement;
    let blocks: Element[] = [];
    let early = 0;
    const observer = new MutationObserver(() => {});
    observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
    for (let at = 0; at <= text.length; at += 7) {
      window.stage.show(text.slice(0, at), true);
      // The last block may be a list that the one before it turns out not to be part of.
      const settled = blocks.slice(0, -2);
      early += observer.takeRecords().filter(({ target }) => settled.some((block) => block.contains(target))).length;
      early += settled.filter((block) => !block.isConnected).length;
      blocks = [...root.querySelectorAll(".markdown > *")];
    }
    return { early, blocks: blocks.length };
  }, longAnswer(8_000));
  expect(touched.blocks).toBeGreaterThan(30);
  expect(touched.early).toBe(0);
});

test("code keeps its place and its switches while it grows and when it ends", async ({ page }) => {
  await open(page);
  await show(page, "a\n\n```js\nlet a = 1;", true);
  const code = await page.locator(".code").elementHandle();
  await page.getByRole("button", { name: "Wrap lines" }).click();
  await show(page, "a\n\n```js\nlet a = 1;\n```\n\nb", true);
  await show(page, "a\n\n```js\nlet a = 1;\n```\n\nb\n\nc");
  expect(await code?.evaluate((element) => element.isConnected)).toBe(true);
  await expect(page.getByRole("button", { name: "Wrap lines" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator("pre")).toHaveCSS("white-space", "pre-wrap");
});

test("a reference that is defined at the end is resolved", async ({ page }) => {
  await open(page);
  expect(await brief(page, "[a]\n\nb\n\n[a]: http://c", true)).toBe("<p>[a]</p><p>b</p>");
  expect(await brief(page, "[a]\n\nb\n\n[a]: http://c.d\n\n", true)).toBe("<p><a http://c.d/>a</a></p><p>b</p>");
  expect(await brief(page, "[a]\n\nb\n\n[a]: http://c.d\n\n[e]: http://f.g\n\n[a] [e]", false)).toBe("<p><a http://c.d/>a</a></p><p>b</p><p><a http://c.d/>a</a> <a http://f.g/>e</a></p>");
});

test("another text in the same place is drawn anew", async ({ page }) => {
  await open(page);
  await show(page, "# a\n\nb\n\n- c", true);
  expect(await brief(page, "d\n\n# e")).toBe("<p>d</p><h3>e</h3>");
  expect(await brief(page, "")).toBe("");
});

test("code is copied as it came, and that is said", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page);
  await show(page, "```js\nlet a\u202e = `1`;\n\n\t// 👩‍💻\n```");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Wrap lines" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Copy" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toHaveText("Copied");
  await expect(page.getByRole("button", { name: "Copied" })).toBeFocused();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("let a\u202e = `1`;\n\n\t// 👩‍💻");
  await expect(page.getByRole("button", { name: "Copy", exact: true })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("group", { name: "Code, js" })).toBeFocused();
});

test("hidden characters have a label, do nothing to the text around them, and are selected as they came", async ({ page }) => {
  await open(page);
  await show(page, "pay \u202e001 $\u202c now");
  const sign = page.locator(".sign").first();
  await expect(sign).toHaveAttribute("title", "Hidden: U+202E");
  expect(await sign.evaluate((element) => getComputedStyle(element, "::before").content)).toBe('"RLO"');
  expect((await sign.boundingBox())!.width).toBeGreaterThan(12);
  const { selected, inOrder } = await page.evaluate(() => {
    const paragraph = document.querySelector("p") as HTMLElement;
    getSelection()?.selectAllChildren(paragraph);
    const range = document.createRange();
    const lefts = [...paragraph.childNodes].map((node) => {
      range.selectNodeContents(node);
      return range.getBoundingClientRect().left;
    });
    return { selected: getSelection()?.toString(), inOrder: lefts.every((left, i) => i === 0 || left >= (lefts[i - 1] ?? 0)) };
  });
  expect(selected).toBe("pay \u202e001 $\u202c now");
  expect(inOrder).toBe(true);
});

test("text that goes too deep or is too long is shown as it was written, soon", async ({ page }) => {
  test.setTimeout(5 * 60_000);
  await open(page);
  const texts: Record<string, string> = {
    "1,000 quotes": `${">".repeat(1_000)} a`,
    "1,000 quotes in lines": Array.from({ length: 1_000 }, (_, i) => `${"> ".repeat(i)}a`).join("\n"),
    "1,000 lists": Array.from({ length: 1_000 }, (_, i) => `${"  ".repeat(i)}- a`).join("\n"),
    "1,000 lists in a line": `${"- ".repeat(1_000)}a`,
    "nested emphasis": `${"*a **b ".repeat(1_000)}${"c** d* ".repeat(1_000)}`,
    "pairs of emphasis": "*a* ".repeat(3_900),
    "mixed runs": "_a*".repeat(5_000),
    stars: "*".repeat(100_000),
    brackets: `${"[".repeat(7_000)}a${"](b)".repeat(2_000)}`,
    images: "![[".repeat(5_000),
    backticks: Array.from({ length: 170 }, (_, i) => `${"`".repeat(i + 1)}a`).join(" "),
    formulas: "$x^2$ ".repeat(2_600),
    "dollars without an end": "$a $$b \\[c= ".repeat(1_200),
    "1 MB of formulas": "$$\n\\frac{1}{2}\n$$\n".repeat(2_000) + "$$\nx\n".repeat(150_000),
    "1 MB in a line": "word ".repeat(200_000),
    "1 MB of stars": "*a ".repeat(333_333),
    "1 MB of items": "- a\n".repeat(250_000),
    "1 MB of code": `\`\`\`\n${`${"x".repeat(79)}\n`.repeat(12_500)}`,
    "wide and long table": `|${"a|".repeat(100)}\n|${"-|".repeat(100)}\n${"b\n".repeat(5_000)}`,
    "hidden in every word": "a\u200b ".repeat(5_000),
    definitions: `${"[a]: b\n".repeat(5_000)}\n${"[a] ".repeat(3_000)}`,
  };
  for (const [name, text] of Object.entries(texts)) {
    const { ms, depth, faults } = await page.evaluate((text) => {
      const begin = performance.now();
      window.stage.show(text);
      const ms = performance.now() - begin;
      let depth = 0;
      const walk = (element: Element, at: number) => {
        depth = Math.max(depth, at);
        for (let child = element.firstElementChild; child !== null; child = child.nextElementSibling) walk(child, at + 1);
      };
      walk(document.documentElement, 1);
      const faults = window.stage.faults();
      // Painting a megabyte would take longer than drawing it, and shows nothing.
      window.stage.show("");
      return { ms, depth, faults };
    }, text);
    console.log(`${name}: ${ms.toFixed(0)} ms`);
    expect.soft(faults.slice(0, 5), name).toEqual([]);
    expect.soft(depth, name).toBeLessThan(60);
  }
});

test("each block is read in its own direction, and code from left to right", async ({ page }) => {
  await open(page);
  await show(page, "# שלום\n\nhello\n\n- مرحبا **abc**\n- x\n\n```\nקוד\n```\n\n> שלום");
  const directions = await page.locator(".markdown > *").evaluateAll((blocks) => blocks.map((block) => getComputedStyle(block).direction));
  expect(directions).toEqual(["rtl", "ltr", "rtl", "ltr", "rtl"]);
});

for (const width of [360, 768, 1280]) {
  test(`nothing sticks out at ${width} pixels, and what is pressed is large enough`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await open(page);
    await show(page, `${longAnswer(4_000)}\n\n${"x".repeat(300)} \`${"y".repeat(300)}\` https://example.org/${"z".repeat(300)}\n\n| ${"wide | ".repeat(20)}\n|${"---|".repeat(20)}\n| ${"a cell with words | ".repeat(20)}\n\n${"> ".repeat(20)}deep\n\n${"- ".repeat(20)}deep\n\n![${"a".repeat(200)}](https://example.org/${"b".repeat(200)})`);
    const { wide, small, scrolls } = await page.evaluate(() => {
      const root = document.getElementById("root") as HTMLElement;
      const small = [...document.querySelectorAll("button")].filter((button) => {
        const { width, height } = button.getBoundingClientRect();
        return width < 44 || height < 44;
      });
      const tables = [...document.querySelectorAll(".table")];
      return { wide: root.scrollWidth - root.clientWidth, small: small.length, scrolls: tables.some((table) => table.scrollWidth > table.clientWidth) };
    });
    expect(wide).toBeLessThanOrEqual(0);
    expect(small).toBe(0);
    expect(scrolls).toBe(true);
  });
}

test("forced colours still set code apart", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await open(page);
  await show(page, "`a`\n\n```\nb\n```");
  await expect(page.locator("p code")).toHaveCSS("border-top-width", "1px");
  await expect(page.locator(".code")).toHaveCSS("border-top-width", "1px");
});
