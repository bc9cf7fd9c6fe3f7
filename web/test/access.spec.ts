// Keyboard, screen reader, colours and sizes.

import type { Page } from "@playwright/test";
import { ask, expect, metered, open, settingsOf, test, unlock } from "./fixture.js";
import { release, script } from "./model.js";

test("works with the keyboard alone", async ({ page }) => {
  const { field, meter, breakdown, number, model, send, answers } = await open(page);
  // The keyboard is where one writes; from the beginning of the page a link leads there.
  await expect(field).toBeFocused();
  const skip = page.getByRole("link", { name: "Skip to message box" });
  await skip.focus();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(field).toBeFocused();
  await page.keyboard.type("hello world");
  await expect(number).toHaveText(metered(2));
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Attach files" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(model).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(meter).toBeFocused();
  await expect(breakdown).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(breakdown.getByRole("button")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(send).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Escape");
  await expect(breakdown).toBeHidden();
  await page.keyboard.press("Shift+Escape");
  await expect(field).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(answers).toContainText("You said: hello world");
  await expect(field).toBeFocused();
});

test("the shortcuts do what the sheet says", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { field, answers, questions } = await open(page);
  await script({ text: "Copy **me**." });
  await ask(page, "First?");
  await page.keyboard.press("Control+Shift+;");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("Copy **me**.");
  await field.focus();
  await page.keyboard.press("ArrowUp");
  const editor = page.getByRole("textbox", { name: "Edit your question" });
  await expect(editor).toHaveValue("First?");
  await page.keyboard.press("Escape");
  await expect(editor).toBeHidden();
  await expect(field).toBeFocused();
  await page.keyboard.press("Control+,");
  await expect(page.getByRole("dialog", { name: "Settings" })).toBeVisible();
  await page.keyboard.press("Control+,");
  await expect(page.getByRole("dialog", { name: "Settings" })).toBeHidden();
  await page.keyboard.press("Control+Shift+O");
  await expect(page).toHaveURL(/\/$/);
  await expect(field).toBeFocused();
  await expect(questions).toHaveCount(0);
  await expect(answers).toHaveCount(0);
});

test("the shortcuts are listed, and the focus comes back", async ({ page }) => {
  const { field } = await open(page);
  await field.focus();
  await page.keyboard.press("Control+/");
  const sheet = settingsOf(page);
  await expect(sheet.getByRole("tab", { name: "Keyboard" })).toBeFocused();
  await expect(sheet.getByRole("tabpanel", { name: "Keyboard" })).toContainText("Edit the last question");
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(field).toBeFocused();
  await page.locator(".head").getByRole("button", { name: "Menu" }).click();
  await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
  await expect(sheet.getByRole("tabpanel", { name: "Keyboard" })).toBeVisible();
  await page.keyboard.press("Control+/");
  await expect(sheet).toBeHidden();
});

test("the count is announced after a pause and not at each key", async ({ page }) => {
  await page.clock.install();
  const { field, number, counted } = await open(page);
  // Those who look at tokens want to hear of them; others do not.
  await page.keyboard.press("Alt+P");
  await field.focus();
  // From here on a pause is as long as is said, on a busy machine too.
  await page.clock.pauseAt(Date.now() + 60_000);
  for (const key of "hello world") {
    await page.keyboard.type(key);
    await page.clock.runFor(300);
    await expect(counted).toBeEmpty();
  }
  await expect(number).toHaveText(metered(2));
  await page.clock.runFor(1500);
  await expect(counted).toHaveText("2 tokens");
});

/** What a screen reader finds, of the page as it is. */
async function tree(page: Page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const shown = nodes.filter((node) => !node.ignored);
  return {
    of: (...roles: string[]) => shown.filter((node) => roles.includes(String(node.role?.value))),
    nameless: (...roles: string[]) =>
      shown.filter((node) => roles.includes(String(node.role?.value)) && String(node.name?.value ?? "").trim() === "").map((node) => String(node.role?.value)),
  };
}

test("every control has a name, and every picture is silent", async ({ page }) => {
  const { field, meter, pieces, answers } = await open(page);
  await ask(page, "hello");
  await answers.getByRole("button", { name: "Details" }).click();
  await field.fill("hello world");
  await page.keyboard.press("Alt+P");
  await expect(pieces).toBeVisible();
  await meter.click();
  const controls = ["button", "textbox", "combobox", "ComboBoxMenuList", "radio", "listbox", "link", "dialog", "region", "navigation", "log", "group"];
  for (const key of ["", "Control+,", "Control+k", "Control+/"]) {
    if (key !== "") {
      await page.keyboard.press(key);
      await expect(page.getByRole("dialog")).toBeVisible();
    }
    const found = await tree(page);
    expect(found.of("button").length).toBeGreaterThan(0);
    expect(found.nameless(...controls)).toEqual([]);
    expect(found.of("image", "img", "SvgRoot")).toEqual([]);
    if (key !== "") await page.keyboard.press("Escape");
  }
});

const sizes = [
  { width: 360, height: 640 },
  { width: 640, height: 400 }, // 1280 × 800 at 200 %
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 2560, height: 1440 },
] as const;

for (const size of sizes) {
  test(`fits ${size.width} × ${size.height}`, async ({ page }) => {
    await page.setViewportSize(size);
    const { field, meter, pieces, breakdown, questions, answers } = await open(page);
    await expectFit(page);
    await script({ text: `A long word: ${"x".repeat(300)}\n\n| a | b |\n|---|---|\n| ${"y".repeat(200)} | z |\n\n\`\`\`\n${"code ".repeat(60)}\n\`\`\`` });
    await ask(page, "The quick brown fox jumps over the lazy dog. ".repeat(20) + "x".repeat(300));
    await questions.hover();
    await answers.getByRole("button", { name: "Details" }).click();
    await expect(answers.getByRole("list", { name: "Steps" })).toBeVisible();
    await expectFit(page);
    await field.fill("The quick brown fox jumps over the lazy dog. ".repeat(60) + "x".repeat(300));
    await page.keyboard.press("Alt+P");
    await expect(pieces).toBeVisible();
    await expectFit(page);
    // The field stops growing at two fifths of the window.
    const box = (await field.boundingBox())!;
    expect(box.height).toBeLessThanOrEqual(size.height * 0.4 + 1);
    await meter.click();
    const sheet = (await breakdown.boundingBox())!;
    expect(sheet.y).toBeGreaterThanOrEqual(0);
    expect(sheet.x).toBeGreaterThanOrEqual(0);
    await expectFit(page);
    await page.keyboard.press("Escape");
    for (const [key, name] of [["Control+,", "Settings"], ["Control+k", "Search chats"], ["Control+/", "Settings"]] as const) {
      await page.keyboard.press(key);
      const dialog = page.getByRole("dialog", { name });
      await expect(dialog).toBeVisible();
      const { x, y, width, height } = (await dialog.boundingBox())!;
      expect(x).toBeGreaterThanOrEqual(0);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(size.width);
      expect(y + height).toBeLessThanOrEqual(size.height);
      expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
      await expectFit(page);
      await page.keyboard.press("Escape");
    }
  });
}

test("a phone stays awake while an answer comes, and no longer", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL!, hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  await unlock(context);
  await context.addInitScript(() => {
    const locks = { taken: 0, held: 0 };
    const request = async () => {
      locks.taken += 1;
      locks.held += 1;
      return { release: async () => void (locks.held -= 1) };
    };
    Object.defineProperty(navigator, "wakeLock", { value: { request } });
    Object.assign(globalThis, { locks });
  });
  const page = await context.newPage();
  const { field, send, answers } = await open(page);
  const locks = () => page.evaluate(() => (globalThis as unknown as { locks: { taken: number; held: number } }).locks);
  expect(await locks()).toEqual({ taken: 0, held: 0 });
  await script({ text: "Rabbits dig with their forepaws.", hangAfterWord: 3 });
  await field.fill("How do rabbits dig?");
  await send.tap();
  await expect(answers).toContainText("Rabbits dig with");
  expect(await locks()).toEqual({ taken: 1, held: 1 });
  await release();
  await expect(answers).toContainText("forepaws.");
  await expect(send).toBeVisible();
  await expect.poll(locks).toEqual({ taken: 1, held: 0 });
  await context.close();
});

test("on a phone the chats lie over the page and give way", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL!, hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  await unlock(context);
  const page = await context.newPage();
  const { field, send, answers, sessions, questions } = await open(page);
  await field.tap();
  await page.keyboard.type("One line");
  await page.keyboard.press("Enter");
  await page.keyboard.type("and another");
  await expect(field).toHaveValue("One line\nand another");
  await send.tap();
  await expect(answers).toContainText("and another");
  // What is there on hover elsewhere is always there for fingers.
  await expect(questions.getByRole("button", { name: "Edit" })).toHaveCSS("opacity", "1");
  const sidebar = page.getByRole("navigation", { name: "Chats" });
  await expect(sidebar).toBeHidden();
  await page.getByRole("button", { name: "Show sidebar" }).tap();
  await expect(sidebar).toBeVisible();
  await expect(page.locator(".stage")).toHaveAttribute("inert", "");
  await expectFit(page);
  await sessions.tap();
  await expect(sidebar).toBeHidden();
  await page.getByRole("button", { name: "Show sidebar" }).tap();
  await page.getByRole("link", { name: "New chat" }).tap();
  await expect(sidebar).toBeHidden();
  await expect(page).toHaveURL(/\/$/);
  await page.getByRole("button", { name: "Show sidebar" }).tap();
  await page.touchscreen.tap(370, 600);
  await expect(sidebar).toBeHidden();
  const swipe = (from: number, to: number) =>
    page.evaluate(
      ([from, to]) => {
        const touch = (x: number) => new Touch({ identifier: 1, target: document.body, clientX: x, clientY: 300 });
        document.body.dispatchEvent(new TouchEvent("touchstart", { bubbles: true, touches: [touch(from)], changedTouches: [touch(from)] }));
        document.body.dispatchEvent(new TouchEvent("touchend", { bubbles: true, touches: [], changedTouches: [touch(to)] }));
      },
      [from, to] as const,
    );
  await swipe(200, 300); // not from the edge
  await expect(sidebar).toBeHidden();
  await swipe(10, 160);
  await expect(sidebar).toBeVisible();
  await swipe(250, 100);
  await expect(sidebar).toBeHidden();
  await context.close();
});

test("words from right to left stand on the right", async ({ page }) => {
  const { field, questions, answers } = await open(page);
  await script({ text: "الأرنب يحفر الجحر." });
  await ask(page, "من يحفر الجحر؟");
  await field.fill("مرحبا");
  await expect(field).toHaveCSS("direction", "rtl");
  await expect(questions.locator("[dir=auto]")).toHaveCSS("direction", "rtl");
  await expect(answers.getByText("الأرنب يحفر الجحر.")).toHaveCSS("direction", "rtl");
});

/** Nothing sticks out sideways, and what is pressed is at least 44 pixels wide and high. */
async function expectFit(page: Page) {
  const { wide, small } = await page.evaluate(() => {
    const root = document.documentElement;
    const small: string[] = [];
    for (const control of document.querySelectorAll("button, select, .side-act, .session-name, .segment input, summary")) {
      const { width, height } = control.getBoundingClientRect();
      // Less a thousandth, which a sheet that still moves may lack.
      if (width > 0 && (width < 43.999 || height < 43.999)) small.push(`${control.className} ${width} × ${height}`);
    }
    return { wide: Math.max(root.scrollWidth, document.body.scrollWidth) - innerWidth, small };
  });
  expect(small).toEqual([]);
  expect(wide).toBeLessThanOrEqual(0);
}

// Text needs 4.5 : 1, parts of controls 3 : 1 (WCAG 2.2, 1.4.3 and 1.4.11).
const textPairs = [
  ["ink", "paper"], ["ink", "raised"], ["ink", "sunken"], ["ink", "tint-a"], ["ink", "tint-b"],
  ["ink", "bubble"], ["ink", "aside"], ["ink", "chosen"], ["quiet", "aside"], ["quiet", "chosen"], ["ink", "accent-soft"],
  ["quiet", "paper"], ["quiet", "raised"], ["quiet", "sunken"], ["quiet", "tint-a"], ["quiet", "tint-b"],
  ["accent", "paper"], ["accent", "raised"], ["accent", "accent-soft"], ["on-accent", "accent"],
  ["amber", "paper"], ["amber", "raised"], ["orange", "paper"], ["orange", "raised"],
  ["brick", "paper"], ["brick", "raised"],
  ["code-word", "raised"], ["code-value", "raised"], ["code-remark", "raised"], ["code-added", "raised"], ["code-removed", "raised"],
] as const;
const partPairs = [["accent", "raised"], ["accent", "track"], ["amber", "track"], ["orange", "track"], ["brick", "track"]] as const;

for (const colorScheme of ["light", "dark"] as const) {
  for (const contrast of ["no-preference", "more"] as const) {
    test(`colours keep their distance: ${colorScheme}, contrast ${contrast}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, contrast });
      await page.goto("/");
      const low: string[] = [];
      const check = async (pairs: readonly (readonly [string, string])[], least: number) => {
        for (const [front, back] of pairs) {
          const ratio = contrastOf(await colourOf(page, front), await colourOf(page, back));
          if (ratio < least) low.push(`${front} on ${back}: ${ratio.toFixed(2)}`);
        }
      };
      await check(textPairs, 4.5);
      await check(partPairs, 3);
      expect(low).toEqual([]);
    });
  }
}

type Colour = [number, number, number];

async function colourOf(page: Page, property: string): Promise<Colour> {
  const computed = await page.evaluate((name) => {
    const probe = document.createElement("i");
    probe.style.color = `var(--${name})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, property);
  const channels = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(computed);
  if (channels === null) throw new Error(`--${property} is ${computed}`);
  return [Number(channels[1]), Number(channels[2]), Number(channels[3])];
}

function contrastOf(a: Colour, b: Colour): number {
  const light = (colour: Colour) => {
    const [r, g, b] = colour.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4)) as Colour;
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [high, low] = [light(a), light(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

test("nothing moves for those who asked for that", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { field, meter, breakdown, answers } = await open(page);
  await meter.click();
  await expect(breakdown).toHaveCSS("animation-duration", "0s");
  await page.keyboard.press("Escape");
  await script({ text: "x", hangBefore: true });
  await field.fill("hello");
  await field.press("Enter");
  await expect(answers.locator(".typing i").first()).toHaveCSS("animation-name", "none");
});

test("forced colours still tell the pieces apart", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  const { field, pieces } = await open(page);
  await page.keyboard.press("Alt+P");
  await field.fill("hello world");
  await expect(pieces.getByRole("option").first()).toHaveCSS("border-inline-end-width", "1px");
});

test("an answer is announced as words, without the signs of Markdown", async ({ page }) => {
  const { said } = await open(page);
  await script({ text: "# Hares\n\nThey **rest** in a [form](https://example.com).\n\n1. `one`\n2. two\n\n| a | b |\n|---|---|\n| c | d |" });
  await ask(page, "Where?");
  await expect(said).toHaveText("Hares They rest in a form. 1. one 2. two a b c d");
});

test("at 200 % Send and the tools are there before anything is written", async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 360 });
  const { field, send, model, answers } = await open(page);
  await page.mouse.move(0, 0);
  await expect(model).toBeInViewport({ ratio: 1 });
  await expect(send).toBeInViewport({ ratio: 1 });
  await field.fill("How do rabbits dig?");
  await script({ text: "With their forepaws." });
  await send.click();
  await expect(answers).toContainText("With their forepaws.");
  await expectFit(page);
});

test("at 400 % there is room to read, and everything can be reached", async ({ page }) => {
  // 1280 × 1024 at 400 %.
  await page.setViewportSize({ width: 320, height: 256 });
  const { field, model, answers } = await open(page);
  await script({ text: "Rabbits dig with their forepaws and push the loose soil out with their hind legs. ".repeat(8) });
  await ask(page, "How do rabbits dig?");
  await expectFit(page);
  // Five lines at least.
  expect(await page.locator(".read").evaluate((read) => read.clientHeight)).toBeGreaterThan(5 * 26);
  await expect(answers).toBeInViewport();
  // What is around the field is there for the keyboard, the pointer, and whoever writes.
  await page.mouse.move(0, 0);
  const tools = page.locator(".tools");
  await expect.poll(() => tools.evaluate((element) => element.clientHeight)).toBe(0);
  await page.keyboard.press("Tab");
  await expect.poll(() => tools.evaluate((element) => element.clientHeight)).toBeGreaterThanOrEqual(44);
  await page.keyboard.press("Tab");
  await expect(model).toBeFocused();
  await expect(model).toBeInViewport();
  await field.fill("Written");
  await expect(model).toBeInViewport();
});
