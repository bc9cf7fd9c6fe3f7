// The list that a model is chosen from.

import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { ask, expect, open, openSettings, parts, settingsOf, test } from "./fixture.js";
import { asked, script } from "./model.js";

const openai = { name: "OpenAI", kind: "remote", host: "api.openai.com", models: ["gpt-4", "gpt-4o", "gpt-4o-mini"] };
const ollama = { name: "Ollama", kind: "machine", host: "127.0.0.1:11434", models: ["ollama/llama3.2:latest", "ollama/SmolLM2-135M-Instruct.Q8_0"] };

/** Makes the server say that these are there. */
async function provide(page: Page, ...providers: { name: string; kind: string; host: string; models: string[] }[]) {
  await page.route("**/api/status", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), providers } });
  });
}

test("models stand by who offers them, with what they hold and cost, under the names people know", async ({ page }) => {
  await provide(page, openai, ollama);
  const { model } = await open(page);
  await expect(model).toHaveText("gpt-4");
  await expect(model).toHaveAttribute("aria-expanded", "false");
  await model.click();
  await expect(model).toHaveAttribute("aria-expanded", "true");
  const list = page.getByRole("listbox", { name: "Model" });
  await expect(list.getByRole("group")).toHaveCount(3);
  const of = (group: string) => list.getByRole("group", { name: group }).getByRole("option");
  await expect(of("OpenAI")).toHaveText([
    "gpt-48K context · $30.00 in, $60.00 out per 1M tokens",
    "gpt-4o128K context · $2.50 in, $10.00 out per 1M tokens",
    "gpt-4o-mini128K context · $0.15 in, $0.60 out per 1M tokens",
  ]);
  await expect(of("Ollama on this machine")).toHaveText(["llama3.2Free", "SmolLM2 135MFree"]);
  await expect(of("Without a model")).toHaveText("No modelBurrow searches your chats");
  await expect(of("OpenAI").first()).toHaveAttribute("aria-selected", "true");
  // Another press closes it, and so does one elsewhere.
  await model.click();
  await expect(list).toHaveCount(0);
  await model.press("Enter");
  await expect(list).toBeVisible();
  await page.locator(".intro").click({ position: { x: 2, y: 2 } });
  await expect(list).toHaveCount(0);
  await model.press("Enter");
  await of("Ollama on this machine").last().click();
  await expect(list).toHaveCount(0);
  await expect(model).toBeFocused();
  await expect(model).toHaveText("SmolLM2 135M");
  await expect(parts(page).status).toHaveText("Ollama on this machine · SmolLM2 135M");
});

test("a press on the button opens it again, however soon after it was closed", async ({ page }) => {
  const { model } = await open(page);
  await model.click();
  const list = page.getByRole("listbox", { name: "Model" });
  await expect(list).toBeVisible();
  // Enter on the button, before the browser has told of the closing.
  await page.evaluate(async () => {
    document.querySelector<HTMLElement>(".picker")!.hidePopover();
    for (let microtask = 0; microtask < 9; microtask++) await undefined;
    document.querySelector<HTMLElement>("button.model")!.click();
  });
  await expect(list).toBeVisible();
});

test("models are called as in the core", async ({ page }) => {
  const names = readFileSync(new URL("../../internal/chat/testdata/model_names.txt", import.meta.url), "utf8").trim().split("\n").map((line) => line.split(" = "));
  await provide(page, { ...openai, models: names.map(([id]) => id!) });
  const { model } = await open(page);
  await model.click();
  const shown = page.getByRole("group", { name: "OpenAI" }).locator(".picked-name");
  await expect(shown).toHaveCount(names.length);
  expect((await shown.allTextContents()).sort()).toEqual(names.map(([, name]) => name).sort());
});

test("the keyboard opens it, moves along it, finds by a letter, chooses and leaves", async ({ page }) => {
  await provide(page, openai, ollama);
  const { model } = await open(page);
  const active = page.locator(".picked[data-active] .picked-name");
  await model.focus();
  await page.keyboard.press("ArrowDown");
  const list = page.getByRole("listbox", { name: "Model" });
  await expect(list).toBeFocused();
  await expect(active).toHaveText("gpt-4");
  await page.keyboard.press("ArrowDown");
  await expect(active).toHaveText("gpt-4o");
  await expect(list).toHaveAttribute("aria-activedescendant", "model-1");
  await page.keyboard.press("End");
  await expect(active).toHaveText("No model");
  await page.keyboard.press("ArrowDown");
  await expect(active).toHaveText("gpt-4");
  await page.keyboard.press("l");
  await expect(active).toHaveText("llama3.2");
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  await expect(model).toBeFocused();
  await expect(model).toHaveText("gpt-4");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(model).toHaveText("gpt-4o");
  await ask(page, "Who are you?");
  expect((await asked()).at(-1)?.body?.model).toBe("gpt-4o");
});

test("where there are many, a field searches them by name and by who offers them", async ({ page }) => {
  const others = Array.from({ length: 12 }, (_, i) => `other-${i}`);
  await provide(page, openai, { ...ollama, models: [...ollama.models, ...others] });
  const { model } = await open(page);
  await model.click();
  const field = page.getByRole("combobox", { name: "Search models" });
  await expect(field).toBeFocused();
  await page.keyboard.type("smol");
  await expect(page.locator(".picked-name")).toHaveText(["SmolLM2 135M"]);
  await field.fill("openai 4o");
  await expect(page.locator(".picked-name")).toHaveText(["gpt-4o", "gpt-4o-mini"]);
  await expect(field).toHaveAttribute("aria-activedescendant", "model-0");
  await field.fill("nothing like it");
  await expect(page.getByText("No models found.")).toBeVisible();
  await field.fill("other-11");
  await page.keyboard.press("Enter");
  await expect(model).toHaveText("other-11");
});

test("no model is chosen like any other, and says so everywhere", async ({ page }) => {
  const { model, status, answers } = await open(page);
  await ask(page, "My hare is called Fennimore.");
  await model.click();
  await page.getByRole("option", { name: /^No model/ }).click();
  await expect(model).toHaveText("No model");
  await expect(status).toHaveText("No model: answers are quoted from your chats and documents");
  const settings = await openSettings(page, "Models");
  await settings.getByRole("radio", { name: "This chat" }).check();
  await expect(settings.getByRole("radio", { name: "No model" })).toBeChecked();
  await page.keyboard.press("Escape");
  await ask(page, "What is my hare called?");
  await expect(answers.last()).toContainText("Fennimore");
  expect((await answers.last().innerText()).match(/No model/g)).toHaveLength(1);
  expect(await asked()).toHaveLength(1);
  // A model that is chosen answers, whatever was wanted before.
  await model.click();
  await page.locator(".picked-name", { hasText: /^gpt-4$/ }).click();
  await expect(status).toHaveText(/ · gpt-4$/);
  await ask(page, "And now?");
  expect(await asked()).toHaveLength(2);
});

test("it leads to the settings of models, and Escape does not stop an answer", async ({ page }) => {
  const { model, field, answers, stop } = await open(page);
  await model.click();
  await page.getByRole("button", { name: "Manage models…" }).click();
  await expect(settingsOf(page).getByRole("tab", { name: "Models" })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Escape");
  await script({ text: "Rabbits dig with their forepaws.", hangAfterWord: 3 });
  await field.fill("How do rabbits dig?");
  await field.press("Enter");
  await expect(answers).toContainText("Rabbits dig with");
  await model.click();
  await expect(page.locator(".picker")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator(".picker")).toHaveCount(0);
  await expect(stop).toBeVisible();
  await stop.click();
});
