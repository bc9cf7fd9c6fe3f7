// Keys of providers: entered in the settings, kept by the server in its file, used at once,
// and never seen again.

import { readFileSync, statSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { ask, expect, modelsOffered, open, openSettings, parts, test as base } from "./fixture.js";
import { script } from "./model.js";
import { modelOrigin } from "./ports.js";
import { TestServer } from "./server.js";
import { tracesOf } from "./traces.js";

const secret = "sk-CANARY-0123456789abcdef";
const address = `${modelOrigin}/v1`;

/** A server without any model, with a file of settings of its own. */
interface Alone {
  origin: string;
  token: string;
  file: string;
  read(): string;
}

const test = base.extend<{ alone: Alone; heard: string[] }>({
  baseURL: async ({ alone }, use) => use(alone.origin),
  unlocked: false,
  alone: async ({}, use) => {
    const server = new TestServer({});
    const file = server.settingsFile;
    writeFileSync(file, "# mine\n");
    await server.start();
    await use({ file, origin: server.origin, token: server.token, read: () => readFileSync(file, "utf8") });
    await server.close();
  },
  context: async ({ context, alone }, use) => {
    await context.addInitScript((token) => localStorage.setItem("burrow.token", token), alone.token);
    await use(context);
  },
  guard: async ({ guard }, use) => {
    // A browser that has a model of its own is asked for it where nobody else answers.
    guard.allowed.push(/Unable to create a text session/);
    await use(guard);
  },
  /** Everything that came from the server as text. */
  heard: [
    async ({ page }, use) => {
      const heard: string[] = [];
      page.on("response", (response) => {
        if (/\/(api|v1)\//.test(response.url())) void response.text().then((text) => heard.push(text), () => undefined);
      });
      await use(heard);
      expect(heard.join("\n")).not.toContain("CANARY");
    },
    { auto: true },
  ],
});

function keysOf(page: Page) {
  const sheet = page.getByRole("dialog", { name: "Settings" });
  const section = sheet.getByRole("region", { name: "API keys" });
  return {
    sheet,
    section,
    rows: section.getByRole("listitem"),
    add: section.getByRole("button", { name: "Add a key" }),
    provider: section.getByRole("combobox", { name: "Provider" }),
    address: section.getByRole("textbox", { name: "Address" }),
    name: section.getByRole("textbox", { name: "Name" }),
    key: section.locator("input[name=key]"),
    save: section.getByRole("button", { name: "Save", exact: true }),
    alert: section.getByRole("alert"),
    said: section.locator("p.aside[role=status]"),
  };
}

async function openKeys(page: Page) {
  await page.goto("/");
  await openSettings(page, "Models");
  const found = keysOf(page);
  await expect(found.add).toBeVisible();
  return found;
}

test("a key that is entered where nobody answers answers the next question", async ({ page, alone }) => {
  await page.goto("/");
  await page.getByRole("list", { name: "Examples" }).getByRole("button", { name: "Add a key" }).click();
  const { sheet, section, rows, provider, address: field, name, key, save, said } = keysOf(page);
  await expect(provider).toBeFocused();
  await expect(save).toBeInViewport();
  await expect(provider.getByRole("option")).toHaveText(["OpenAI", "Google", "Anthropic", "Other (OpenAI-compatible)"]);
  await expect(section).toContainText(`Keys stay on this computer, in ${alone.file}.`);
  await provider.selectOption("Other (OpenAI-compatible)");
  await field.fill(`${address}/`);
  await name.fill("Home");
  await key.fill(secret);
  await expect(key).toHaveAttribute("type", "password");
  await expect(key).toHaveAttribute("autocomplete", "off");
  await key.press("Enter");

  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Home");
  await expect(rows).toContainText(`${address} · Key saved`);
  await expect(said).toHaveText("Home works: it has 1 model.");
  await expect(section.getByRole("button", { name: "Test: Home" })).toBeFocused();
  await expect(save).toHaveCount(0);
  expect(alone.read()).toBe(`# mine\nBURROW_SERVER_1_NAME=Home\nBURROW_SERVER_1_URL=${address}\nBURROW_SERVER_1_KEY=${secret}\n`);
  expect(statSync(alone.file).mode & 0o777).toBe(0o600);

  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(page.locator(".card-host")).toBeHidden();
  const { status, model, answers } = parts(page);
  await expect(model).toHaveText("home/scripted");
  await expect(status).toContainText("home/scripted");
  await ask(page, "Is anybody home?");
  await expect(answers).toContainText("You said: Is anybody home?");

  expect(await tracesOf(page, "canary")).toEqual([]);
  expect(await page.content()).not.toContain("CANARY");
});

test("a key that is refused is not saved, unless it is wanted anyway", async ({ page, alone, guard }) => {
  guard.allowed.push(/status of 400/);
  const { section, add, provider, address: field, key, save, alert, rows } = await openKeys(page);
  await add.click();
  await provider.selectOption("Other (OpenAI-compatible)");
  await field.fill(address);
  await key.fill(secret);
  await script({ path: "/models", status: 401, body: '{"error":{"message":"Wrong key: {{authorization}}"}}' });
  await save.click();
  await expect(alert).toHaveText(`${new URL(address).host} does not accept this key. Check that you copied all of it.`);
  await expect(key).toHaveValue(secret);
  await expect(key).toHaveAttribute("aria-invalid", "true");
  expect(alone.read()).toBe("# mine\n");

  await field.fill("https://me:pass@example.org/v1");
  await save.click();
  await expect(alert).toHaveText("The address must not have a user or password before the host; the key is set by itself.");
  await expect(section.getByRole("button", { name: "Save anyway" })).toHaveCount(0);

  await field.fill("http://127.0.0.1:1/v1");
  await save.click();
  await expect(alert).toHaveText("127.0.0.1:1 cannot be reached: nothing listens at its address.");
  await section.getByRole("button", { name: "Save anyway" }).click();
  await expect(rows).toContainText("http://127.0.0.1:1/v1 · Key saved");
  expect(alone.read()).toContain(`BURROW_SERVER_1_KEY=${secret}\n`);
});

test("a key is tested, replaced and removed, by the keyboard", async ({ page, alone }) => {
  writeFileSync(alone.file, `# mine\nBURROW_SERVER_3_URL=${address} # at home\nBURROW_SERVER_3_KEY=old-key-0123\n`);
  const { section, rows, name, key, said, add } = await openKeys(page);
  await expect(rows).toContainText(`${address} · Key saved`);
  const host = new URL(address).host;
  const test = section.getByRole("button", { name: `Test: ${host}` });
  await test.focus();
  await page.keyboard.press("Enter");
  await expect(rows).toContainText(`${host} works: it has 1 model.`);
  await expect(said).toHaveText(`${host} works: it has 1 model.`);
  await expect(test).toBeFocused();
  await script({ path: "/models", status: 401 });
  await page.keyboard.press("Enter");
  await expect(rows).toContainText("does not accept this key");

  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(section.getByRole("textbox", { name: "Address" })).toBeFocused();
  await expect(section.getByRole("textbox", { name: "Address" })).toHaveValue(address);
  await expect(key).toHaveAttribute("placeholder", "Leave empty to keep the current key");
  await page.keyboard.press("Escape");
  await expect(key).toHaveCount(0);
  await expect(test).toBeFocused();
  await section.getByRole("button", { name: `Edit: ${host}` }).click();
  await name.fill("It’s home");
  await page.keyboard.press("Enter");
  await expect(rows).toContainText("It’s home");
  expect(alone.read()).toBe(`# mine\nBURROW_SERVER_3_URL=${address} # at home\nBURROW_SERVER_3_KEY=old-key-0123\nBURROW_SERVER_3_NAME='It’s home'\n`);
  await section.getByRole("button", { name: "Edit: It’s home" }).click();
  await key.fill(secret);
  await page.keyboard.press("Enter");
  await expect(key).toHaveCount(0);
  expect(alone.read()).toContain(`BURROW_SERVER_3_KEY=${secret}\n`);

  const remove = section.getByRole("button", { name: "Remove: It’s home" });
  await remove.focus();
  await page.keyboard.press("Enter");
  const sure = section.getByRole("group", { name: "Remove: It’s home" });
  await expect(sure.getByRole("alert")).toHaveText("Remove It’s home and its key?");
  await expect(sure.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(remove).toBeFocused();
  await page.keyboard.press("Enter");
  await sure.getByRole("button", { name: "Remove" }).click();
  await expect(rows).toHaveCount(0);
  await expect(said).toHaveText("It’s home was removed.");
  await expect(add).toBeFocused();
  expect(alone.read()).toBe("# mine\n");
});

test("a pasted key selects its provider, and can be looked at", async ({ page }) => {
  const { section, add, provider, key } = await openKeys(page);
  await add.click();
  await expect(provider).toHaveValue("OPENAI_API_KEY");
  await key.focus();
  await page.evaluate((text) => {
    document.execCommand("insertText", false, text);
  }, `sk-ant-${secret}`);
  await expect(provider).toHaveValue("ANTHROPIC_API_KEY");
  await expect(section).toContainText("This looks like a key for Anthropic, so Anthropic is selected.");
  const show = section.getByRole("button", { name: "Show key" });
  await show.click();
  await expect(key).toHaveAttribute("type", "text");
  await show.click();
  await expect(key).toHaveAttribute("type", "password");
  // Closed settings keep nothing of it.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await openSettings(page, "Models");
  await expect(key).toHaveCount(0);
});

test("a file that is changed by hand is noticed, and a slip in it is said", async ({ page, alone }) => {
  await page.goto("/");
  await expect(parts(page).status).toContainText("No model");
  writeFileSync(alone.file, `OPENAI_BASE_URL=${address}\nOPENAI_API_KEY=${secret}\n`);
  await openSettings(page, "Models");
  await page.getByRole("button", { name: "Look again" }).click();
  await page.keyboard.press("Escape");
  await expect(parts(page).model).toHaveText("scripted");
  expect(await modelsOffered(page)).toEqual(["scripted", "No model"]);
  await openSettings(page, "Models");
  const { section, rows, add, alert } = keysOf(page);
  await expect(rows).toContainText("Set by OPENAI_BASE_URL, in place of OpenAI");
  await add.click();
  await expect(section.getByRole("combobox", { name: "Provider" }).getByRole("option")).toHaveText(["Google", "Anthropic", "Other (OpenAI-compatible)"]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");

  writeFileSync(alone.file, `OPENAI_BASE_URL=${address}\nnonsense\n`);
  await openSettings(page, "Models");
  await expect(alert).toHaveText(`${alone.file}:2: write NAME=value`);
});

test("where keys cannot be changed the page says so", async ({ page, guard }) => {
  guard.allowed.push(/status of 403/);
  const sentence = "Keys can be changed only on the machine that Burrow runs on.";
  await page.route("**/api/keys", (route) => route.fulfill({ status: 403, json: { error: { message: sentence, type: "burrow_error", code: "invalid" } } }));
  await page.goto("/");
  await openSettings(page, "Models");
  const { alert, add } = keysOf(page);
  await expect(alert).toHaveText(sentence);
  await expect(add).toHaveCount(0);
});

base("a key of the environment is tested, and changed elsewhere", async ({ page }) => {
  await open(page);
  await openSettings(page, "Models");
  const { section, rows } = keysOf(page);
  await expect(rows).toContainText("Set in the environment (OPENAI_API_KEY), which takes precedence over the file. Change it there.");
  await expect(rows.getByRole("button")).toHaveText(["Test"]);
  await section.getByRole("button", { name: /^Test: / }).click();
  await expect(rows).toContainText("works: it has 1 model.");
});
