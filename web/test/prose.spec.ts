// Colours of code and formulas: on a page with the Markdown view alone, under the
// program's headers, and on the page itself with and without its network.

import type { Page } from "@playwright/test";
import { ask, expect, open as openPage, parts, test } from "./fixture.js";
import { longAnswer } from "./markdown/answer.js";
import { hostileFormulas } from "./markdown/formulas.js";
import { open } from "./markdown/open.js";
import { samples } from "./markdown/samples.js";
import { script } from "./model.js";
import { test as servedTest, visit } from "./served.js";

test.use({ unlocked: true });

const show = (page: Page, text: string, streaming = false) =>
  page.evaluate(([text, streaming]) => window.stage.show(text, streaming), [text, streaming] as const);

const fenced = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\`\n`;

/** Two frames: what a text makes the page ask for is asked for by then. */
const drawn = (page: Page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** The words of each colour. */
const coloured = (page: Page) =>
  page.locator("pre code").evaluate((code) => {
    const words: Record<string, string[]> = {};
    for (const { className, textContent } of code.querySelectorAll("span")) (words[className.replace("code-", "")] ??= []).push(textContent ?? "");
    return words;
  });

const textOf = (page: Page) => page.locator("pre code").evaluate((code) => code.textContent);

test.describe("code", () => {
  test("has colours when its block has ended, and not before; nothing moves, and it is the same text", async ({ page }) => {
    await open(page);
    const fetched: string[] = [];
    page.on("request", (request) => fetched.push(request.url()));
    const code = 'func main() {\n\tfmt.Println("a", 1) // b\n}';
    await show(page, `\`\`\`go\n${code}\n`, true);
    await show(page, `\`\`\`go\n${code}\n\`\``, true);
    await drawn(page);
    await expect(page.locator("pre span")).toHaveCount(0);
    expect(fetched).toEqual([]);
    const boxes = () => page.evaluate(() => [...document.querySelectorAll(".code, pre, code")].map((element) => JSON.stringify(element.getBoundingClientRect(), (_, side: unknown) => (typeof side === "number" ? Math.round(side) : side))));
    const before = await boxes();
    await show(page, `${fenced("go", code)}b`, true);
    await expect(page.locator("pre span")).not.toHaveCount(0);
    expect(await coloured(page)).toEqual({ word: ["func"], value: ['"a"', "1"], remark: ["// b"] });
    expect(await textOf(page)).toBe(code);
    expect(await boxes()).toEqual(before);
    const selected = await page.evaluate(() => {
      getSelection()?.selectAllChildren(document.querySelector("pre code") as HTMLElement);
      return getSelection()?.toString();
    });
    expect(selected).toBe(code);
  });

  test("has colours when the answer ends without the end of its block", async ({ page }) => {
    await open(page);
    await show(page, "```py\nimport a", true);
    await show(page, "```py\nimport a");
    await expect(page.locator(".code-word")).toHaveText("import");
  });

  test("has colours in each language, by each of its names", async ({ page }) => {
    await open(page);
    for (const [names, code, colours] of samples) {
      for (const name of names.split(" ")) {
        await show(page, fenced(name, code));
        await expect(page.locator("pre span"), name).not.toHaveCount(0);
        expect.soft(await coloured(page), name).toEqual(colours);
        expect.soft(await textOf(page), name).toBe(code);
        expect.soft(await page.evaluate(() => window.stage.faults()), name).toEqual([]);
        await show(page, "");
      }
    }
  });

  test("that would be markup is text, with its colours", async ({ page }) => {
    await open(page);
    const hostile = [
      '</span></code><img src=x onerror="alert(1)">',
      "<script>alert('</script><svg onload=alert(1)>')</script>",
      '"</span><img onerror=alert(1)>" // &lt;b&gt; \u202e \u2066 "\u200b"',
      "`${'<iframe srcdoc=x>'}` /* --></style><img src=x> */",
    ];
    for (const language of ["html", "js", "php", "markdown", "xml", "python"]) {
      for (const code of hostile) {
        await show(page, "");
        await show(page, fenced(language, code));
        await expect(page.locator("pre span"), `${language} ${code}`).not.toHaveCount(0);
        expect.soft(await textOf(page), language).toBe(code);
        expect.soft(await page.evaluate(() => window.stage.faults()), code).toEqual([]);
      }
    }
    // Labels of hidden characters stay.
    await show(page, fenced("js", 'let a = "b\u202ec"; // \u2066\u2066'));
    await expect(page.locator(".code-word")).toHaveText("let");
    await expect(page.locator("bdi")).toHaveCount(2);
  });

  test("of an unknown language, without one, or too long stays as it is, and nothing is fetched for it", async ({ page }) => {
    await open(page);
    const fetched: string[] = [];
    page.on("request", (request) => fetched.push(request.url()));
    await show(page, `${fenced("", "let a = 1")}${fenced("brainfuck", "+[>]")}${fenced("__proto__", "let a")}${fenced("js", "let a = 1;\n".repeat(4_600))}    let b = 2\n`);
    await drawn(page);
    await expect(page.locator("pre span")).toHaveCount(0);
    expect(fetched).toEqual([]);
  });

  test("that takes too long stays as it is, and the next has its colours", async ({ page }) => {
    await open(page);
    const long = `let ${"a".repeat(49_000)}`;
    await show(page, `${fenced("js", long)}\n${fenced("go", "return nil")}`);
    await page.locator(".code-language").first().click(); // the page answers meanwhile
    await expect(page.locator("pre").nth(1).locator(".code-word")).toHaveText("return");
    await expect(page.locator("pre").first().locator("span")).toHaveCount(0);
    expect(await page.locator("pre code").first().evaluate((code) => code.textContent)).toBe(long);
  });

  test("stays as it is if what colours it cannot be had", async ({ page, guard }) => {
    guard.allowed.push(/Failed to load resource: net::ERR_FAILED/);
    await open(page);
    await page.route("**/highlight-*.js", (route) => route.abort());
    const failed = page.waitForEvent("requestfailed");
    await show(page, fenced("js", "let a"));
    await failed;
    await drawn(page);
    expect(await textOf(page)).toBe("let a");
    await expect(page.locator("pre span")).toHaveCount(0);
    await page.unroute("**/highlight-*.js");
    await show(page, `${fenced("js", "let a")}\n${fenced("js", "let b")}`);
    await expect(page.locator("pre").nth(1).locator(".code-word")).toHaveText("let");
  });

  test("looks the same whole and in pieces once its colours are known", async ({ page }) => {
    await open(page);
    const text = `${longAnswer(600)}\n\n- a\n  ${fenced("js", "let a = 1;").replaceAll("\n", "\n  ")}\n- b\n\n> ${fenced("go", "return nil").replaceAll("\n", "\n> ")}\n\n${fenced("sql", "SELECT 1")}`;
    await show(page, text);
    await expect(page.locator(".code", { hasText: "SELECT" }).locator(".code-word")).toHaveCount(1);
    const faults = await page.evaluate((text) => window.stage.play([text]), text);
    expect(faults.slice(0, 5)).toEqual([]);
    expect(await page.evaluate((text) => (window.stage.show(text), window.stage.outline()), text)).toContain('<span class="code-word">"let"</>');
  });

  test("has no colours of its own where the reader's are forced", async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await open(page);
    await show(page, fenced("js", "let a"));
    const colours = await page.locator(".code-word").evaluate((word) => [getComputedStyle(word).color, getComputedStyle(word.parentElement as HTMLElement).color]);
    expect(colours[0]).toBe(colours[1]);
  });
});

test.describe("formulas", () => {
  const elements = (page: Page) => page.locator("math").evaluateAll((list) => list.map((math) => [...math.querySelectorAll("*")].map(({ localName }) => localName)));

  test("are MathML: fractions, powers, roots, sums, matrices", async ({ page }) => {
    await open(page);
    await show(page, "$\\frac{a}{b}$ $x^2_1$ $\\sqrt[3]{x}$ $$\\sum_{i=1}^n i$$ $\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}$");
    expect(await elements(page)).toEqual([
      ["mfrac", "mi", "mi"],
      ["msubsup", "mi", "mn", "mn"],
      ["mroot", "mrow", "mi", "mspace", "mn"],
      ["mrow", "mrow", "munderover", "mo", "mrow", "mi", "mo", "mn", "mi", "mi"],
      ["mrow", "mo", "mtable", "mtr", "mtd", "mi", "mtd", "mi", "mtr", "mtd", "mi", "mtd", "mi", "mo"],
    ]);
    expect(await page.locator("math").evaluateAll((list) => list.every((math) => math.namespaceURI === "http://www.w3.org/1998/Math/MathML" && math.querySelector("mi")?.namespaceURI === math.namespaceURI))).toBe(true);
    // One above the other, as the browser draws them.
    const [above, below] = await page.locator("mfrac > mi").evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top));
    expect(above).toBeLessThan(below ?? 0);
  });

  test("have a role and a name that readers of the screen know", async ({ page }) => {
    await open(page);
    await show(page, "a $x^2$\n\n$$\\frac{1}{2}$$");
    await expect(page.getByRole("math")).toHaveCount(2);
    await expect(page.getByRole("group", { name: "Formula" }).getByRole("math")).toHaveCount(1);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("group", { name: "Formula" })).toBeFocused();
  });

  test("that cannot be set are shown as they were written, quietly", async ({ page }) => {
    await open(page);
    await show(page, "a $\\nosuch{x}$ b\n\n$$\n\\frac{1}\n$$");
    await expect(page.locator(".formula-source")).toHaveText(["$\\nosuch{x}$", "$$\n\\frac{1}\n$$"]);
    const [source, quiet] = await page.locator(".formula-source").first().evaluate((element) => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.className = "address";
      probe.style.color = "var(--quiet)";
      return [getComputedStyle(element).color, getComputedStyle(probe).color];
    });
    expect(source).toBe(quiet);
  });

  test("stay text if what sets them cannot be had, and the next tries again", async ({ page, guard }) => {
    guard.allowed.push(/Failed to load resource: net::ERR_FAILED/);
    await open(page, false);
    await page.route("**/maths.js", (route) => route.abort());
    const failed = page.waitForEvent("requestfailed");
    await show(page, "a $x$ b\n\n$$\nx\n$$");
    await failed;
    await drawn(page);
    expect(await page.evaluate(() => window.stage.brief())).toBe("<p>a $x$ b</p><p>$$\nx\n$$</p>");
    await page.unroute("**/maths.js");
    await show(page, "a $x$ b\n\n$$\nx\n$$\n\n$y$");
    await expect(page.locator("math")).toHaveCount(3);
  });

  test("that are made to take long, or to be large, are harmless", async ({ page }) => {
    await open(page);
    for (const tex of hostileFormulas) {
      // What never ends is ended by the test's own time; `make bench-markdown` measures it.
      const { faults, nodes, height } = await page.evaluate((source) => {
        window.stage.show(source);
        return { faults: window.stage.faults(), nodes: document.querySelectorAll("#root *").length, height: document.querySelector(".markdown")?.clientHeight ?? 0 };
      }, `$$${tex}$$`);
      expect.soft(faults, tex.slice(0, 40)).toEqual([]);
      expect.soft(nodes, tex.slice(0, 40)).toBeLessThan(5_000);
      // Text may be long; a formula takes no more than most of the window.
      if ((await page.locator("math").count()) > 0) expect.soft(height, tex.slice(0, 40)).toBeLessThan(700);
      await show(page, "");
    }
  });

  for (const width of [360, 1280]) {
    test(`that are wide scroll inside themselves at ${width} pixels, and stand on the line`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await open(page);
      const wide = Array.from({ length: 60 }, (_, i) => `x_{${i}}`).join(" + ");
      await show(page, `a $${wide}$ b\n\n$$${wide}$$\n\n- $$${wide}$$\n\n| a |\n|---|\n| $${wide}$ |\n\nx$y$ \\(y\\)`);
      const { sticksOut, scrolls } = await page.evaluate(() => {
        const root = document.getElementById("root") as HTMLElement;
        return { sticksOut: root.scrollWidth - root.clientWidth, scrolls: [...document.querySelectorAll("p .formula, div.formula, li .formula")].map((formula) => formula.scrollWidth > formula.clientWidth) };
      });
      expect(sticksOut).toBeLessThanOrEqual(0);
      expect(scrolls.slice(0, 3)).toEqual([true, true, true]);
      // Words and formula have one baseline.
      await show(page, "x \\(x\\)");
      const gap = await page.evaluate(() => {
        // An empty box stands on the baseline of what it is in.
        const [outer, inner] = ["p", ".formula"].map((selector) => {
          const box = document.createElement("i");
          box.style.display = "inline-block";
          document.querySelector(selector)?.append(box);
          return box;
        });
        return Math.abs((outer?.getBoundingClientRect().bottom ?? 0) - (inner?.getBoundingClientRect().bottom ?? 99));
      });
      expect(gap).toBeLessThan(1);
    });
  }
});

/** The files that are fetched when they are needed, by their names without the hash. */
const lateFiles = /(?:code|highlight|maths)(?=-\w+\.js$)|maths(?=-\w+\.css$)|stix(?=-[^/]+\.woff2$)/;
const late = ["code", "highlight", "maths", "maths"];

const answer = `The area is $\\pi r^2$.\n\n$$\n\\frac{1}{2}\n$$\n\n${fenced("go", "return nil // nothing")}`;

test("a first visit fetches neither; an answer that has them does, once, and is copied as it was written", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(...(lateFiles.exec(request.url()) ?? [])));
  const { answers } = await openPage(page);
  await ask(page, "Just words?");
  expect(fetched).toEqual([]);
  await script({ text: answer }, { text: answer });
  await ask(page, "Formulas?");
  await expect(answers.last().getByRole("math")).toHaveCount(2);
  await expect(answers.last().locator(".code-remark")).toHaveText("// nothing");
  await ask(page, "Again?");
  await expect(answers.last().locator(".code-word")).toHaveText("return");
  expect(fetched.filter((name) => name !== "stix").toSorted()).toEqual(late);
  await answers.last().hover();
  await answers.last().getByRole("group", { name: /./ }).getByRole("button", { name: "Copy", exact: true }).last().click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(answer);
});

servedTest("both work without a network after one visit", async ({ page, context }) => {
  const fonts: string[] = [];
  page.on("request", (request) => fonts.push(...(/stix/.exec(request.url()) ?? [])));
  await visit(page);
  // They are kept before anybody has used them.
  const kept = () =>
    page.evaluate(async (names) => {
      const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().flatMap(({ url }) => new RegExp(names).exec(url) ?? []).sort();
    }, lateFiles.source);
  await expect.poll(kept).toEqual(late);
  await script({ text: answer });
  await ask(page, "Formulas?");
  const { answers } = parts(page);
  await expect(answers.getByRole("math")).toHaveCount(2);
  // Where the machine has no font for formulas, ours is kept with its first use.
  await page.evaluate(async () => (await document.fonts.load("16px Formulas")).length);
  if (fonts.length > 0) await expect.poll(kept).toContain("stix");
  await context.setOffline(true);
  await page.reload();
  await expect(answers.getByRole("math")).toHaveCount(2);
  await expect(answers.locator(".code-word")).toHaveText("return");
});
