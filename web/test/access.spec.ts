// Keyboard, screen reader, colours and sizes.

import type { Page } from "@playwright/test";
import { expect, open, test } from "./fixture.js";

test("works with the keyboard alone", async ({ page }) => {
  const { field, gauge, breakdown, number } = await open(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the text" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Skip to the text" })).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(field).toBeFocused();
  await page.keyboard.type("hello world");
  await expect(number).toHaveText("2");
  for (const name of ["Count text files", "Show how the text is divided"]) {
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name })).toBeFocused();
  }
  await page.keyboard.press("Tab");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(gauge).toBeFocused();
  await expect(breakdown).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(breakdown).toBeHidden();
  await page.keyboard.press("Shift+Escape");
  await expect(field).toBeFocused();
});

test("the help sheet opens, keeps the focus and gives it back", async ({ page }) => {
  const { field } = await open(page);
  await field.focus();
  await page.keyboard.press("Control+/");
  const sheet = page.getByRole("dialog", { name: "Keyboard" });
  await expect(sheet).toBeVisible();
  await expect(sheet.getByRole("button", { name: "Close" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(field).toBeFocused();
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await expect(sheet).toBeVisible();
  await page.keyboard.press("Control+/");
  await expect(sheet).toBeHidden();
});

test("the count is announced after a pause and not at each key", async ({ page }) => {
  await page.clock.install();
  const { field, number, said } = await open(page);
  await field.focus();
  for (const key of "hello world") {
    await page.keyboard.type(key);
    await page.clock.runFor(300);
    await expect(said).toBeEmpty();
  }
  await expect(number).toHaveText("2");
  await page.clock.runFor(1500);
  await expect(said).toHaveText("2 tokens");
});

test("every control has a name, and every picture is silent", async ({ page }) => {
  const { field, gauge, pieces } = await open(page);
  await field.fill("hello world");
  await expect(pieces).toBeVisible();
  await gauge.click();
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const controls = ["button", "textbox", "combobox", "radio", "listbox", "option", "link", "dialog", "region"];
  const shown = nodes.filter((node) => !node.ignored && controls.includes(String(node.role?.value)));
  expect(shown.length).toBeGreaterThan(8);
  expect(shown.filter((node) => String(node.name?.value ?? "").trim() === "" && node.role?.value !== "option")).toEqual([]);
  expect(nodes.filter((node) => !node.ignored && ["image", "img", "SvgRoot"].includes(String(node.role?.value)))).toEqual([]);
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
    const { field, gauge, pieces, breakdown } = await open(page);
    await expectFit(page);
    await field.fill("The quick brown fox jumps over the lazy dog. ".repeat(60) + "x".repeat(300));
    await expect(pieces).toBeVisible();
    await expectFit(page);
    // The field stops growing at two fifths of the window.
    const box = (await field.boundingBox())!;
    expect(box.height).toBeLessThanOrEqual(size.height * 0.4 + 1);
    await gauge.click();
    const sheet = (await breakdown.boundingBox())!;
    expect(sheet.y).toBeGreaterThanOrEqual(0);
    expect(sheet.x).toBeGreaterThanOrEqual(0);
    await expectFit(page);
  });
}

/** Nothing sticks out sideways, and what is pressed is at least 44 pixels wide and high. */
async function expectFit(page: Page) {
  const { wide, small } = await page.evaluate(() => {
    const root = document.documentElement;
    const small: string[] = [];
    for (const control of document.querySelectorAll("button, select, .theme, summary")) {
      const { width, height } = control.getBoundingClientRect();
      if (width > 0 && (width < 44 || height < 44)) small.push(`${control.className} ${width} × ${height}`);
    }
    return { wide: Math.max(root.scrollWidth, document.body.scrollWidth) - innerWidth, small };
  });
  expect(small).toEqual([]);
  expect(wide).toBeLessThanOrEqual(0);
}

// Text needs 4.5 : 1, parts of controls 3 : 1 (WCAG 2.2, 1.4.3 and 1.4.11).
const textPairs = [
  ["ink", "paper"], ["ink", "raised"], ["ink", "sunken"], ["ink", "tint-a"], ["ink", "tint-b"],
  ["quiet", "paper"], ["quiet", "raised"], ["quiet", "sunken"], ["quiet", "tint-a"], ["quiet", "tint-b"],
  ["accent", "paper"], ["accent", "raised"], ["accent", "accent-soft"], ["on-accent", "accent"],
  ["amber", "paper"], ["amber", "raised"], ["orange", "paper"], ["orange", "raised"],
  ["brick", "paper"], ["brick", "raised"],
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
  const { gauge, breakdown } = await open(page);
  await gauge.click();
  await expect(breakdown).toHaveCSS("animation-duration", "0s");
});

test("forced colours still tell the pieces apart", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  const { field, pieces } = await open(page);
  await field.fill("hello world");
  await expect(pieces.getByRole("option").first()).toHaveCSS("border-inline-end-width", "1px");
});
