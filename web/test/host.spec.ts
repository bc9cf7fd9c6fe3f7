// Who answers, and what the page says when nobody does.

import { ask, expect, modelsOffered, offer, open, parts, pickModel, test } from "./fixture.js";
import { origin, token } from "./ports.js";
import { TestServer } from "./server.js";

const card = ".card-host";

test("who answers is said in words, and always in sight", async ({ page }) => {
  await offer(page, "gpt-4", "gpt-4o");
  const { status, model, answers } = await open(page);
  await expect(status).toHaveText(/^.+ · gpt-4$/);
  await expect(model).toHaveText("gpt-4");
  expect(await modelsOffered(page)).toEqual(["gpt-4", "gpt-4o", "No model"]);
  await pickModel(page, "gpt-4o");
  await expect(status).toHaveText(/^.+ · gpt-4o$/);
  await ask(page, "Who are you?");
  await expect(answers.locator(".acts-model")).toHaveText("gpt-4o");
});

test("a program on this machine is called so", async ({ page }) => {
  await page.route("**/api/status", (route) =>
    route.fulfill({ json: { version: "1", providers: [{ name: "Ollama", kind: "machine", host: "127.0.0.1:11434", models: ["llama3.2"] }], settings: {}, warnings: [] } }),
  );
  await page.goto("/");
  await expect(parts(page).status).toHaveText("Ollama on this machine · llama3.2");
  await expect(parts(page).model).toHaveText("llama3.2");
});

test("the licences of others' work are a click away", async ({ page, context }) => {
  await open(page);
  await page.locator("body").press("Control+/");
  const opened = context.waitForEvent("page");
  await page.getByRole("dialog").getByRole("link", { name: "Licences" }).click();
  const licences = await opened;
  await expect(licences.locator("body")).toContainText("Burrow contains the work of others.");
  for (const name of ["preact", "llama.cpp", "@sqlite.org/sqlite-wasm", "SmolLM2"]) await expect(licences.locator("body")).toContainText(name);
});

test("the token is taken from the address, once, and kept", async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${origin}/#token=${token()}`);
  await expect(parts(page).status).toContainText("gpt-4");
  expect(page.url()).toBe(`${origin}/`);
  await page.goto(origin);
  await expect(parts(page).status).toContainText("gpt-4");
  await expect(page.locator(card)).toBeHidden();
  await context.close();
});

test("a link with a wrong token changes nothing", async ({ page, guard }) => {
  guard.allowed.push(/status of 401/);
  await open(page);
  const other = await page.context().newPage();
  await other.goto(`${origin}/?from=elsewhere#token=wrong`);
  await expect(parts(other).toast).toContainText("This link’s token doesn’t work. You’re still signed in.");
  await expect(other).toHaveURL(`${origin}/?from=elsewhere`);
  await expect(parts(other).status).toContainText("gpt-4");
  await expect(other.locator(card)).toBeHidden();
  expect(await other.evaluate(() => localStorage.getItem("burrow.token"))).toBe(token());

  // Nor does one that leads to the page that is open.
  await page.evaluate(() => (location.hash = "token=also-wrong"));
  await expect(parts(page).toast).toContainText("You’re still signed in.");
  await expect(page).toHaveURL(`${origin}/`);
  expect(await page.evaluate(() => localStorage.getItem("burrow.token"))).toBe(token());
  await ask(page, "Are you still there?");
});

test("a token that cannot be tried is not kept", async ({ browser }) => {
  const context = await browser.newContext();
  await context.addInitScript(() => localStorage.getItem("burrow.token") ?? localStorage.setItem("burrow.token", "the old one"));
  const page = await context.newPage();
  await page.route("**/api/status", (route) => route.abort());
  await page.goto(`${origin}/#token=${token()}`);
  await expect(page.locator(card).getByRole("heading")).toHaveText("Can’t reach the server");
  await expect(page).toHaveURL(`${origin}/`);
  expect(await page.evaluate(() => localStorage.getItem("burrow.token"))).toBe("the old one");
  // It is tried as soon as the server is there.
  await page.unroute("**/api/status");
  await page.locator(card).getByRole("button").click();
  await expect(parts(page).status).toContainText("gpt-4");
  expect(await page.evaluate(() => localStorage.getItem("burrow.token"))).toBe(token());
  await context.close();
});

test.describe("without a token", () => {
  test.use({ unlocked: false });

  test("a wrong one in the address is not kept either", async ({ page, guard }) => {
    guard.allowed.push(/status of 401/);
    await page.goto("/#token=wrong");
    await expect(parts(page).toast).toHaveText(/This link’s token doesn’t work\.(?! You)/);
    await expect(page).toHaveURL("/");
    await expect(page.locator(card).getByRole("heading")).toHaveText("Enter your token");
    expect(await page.evaluate(() => localStorage.getItem("burrow.token"))).toBeNull();
  });
});

test.describe("without a token", () => {
  test.use({ unlocked: false });

  test("the page says so, keeps what is asked, and opens with the address or the token", async ({ page, guard }) => {
    guard.allowed.push(/status of 401/);
    await page.goto("/");
    const { status, field, answers, questions } = parts(page);
    await expect(page.locator(card).getByRole("heading")).toHaveText("Enter your token");
    await expect(status).toContainText("Token required");
    await field.fill("Is anybody there?");
    await field.press("Enter");
    await expect(answers.locator(".failure")).toContainText("token");
    await expect(questions).toContainText("Is anybody there?");

    const pasted = page.getByRole("textbox", { name: "Address or token" });
    await pasted.fill("wrong");
    await page.getByRole("button", { name: "Unlock" }).click();
    await expect(page.getByRole("alert")).toHaveText("The server didn’t accept this token. Check it and try again.");
    await pasted.fill(`${origin}/#token=${token()}`);
    await page.getByRole("button", { name: "Unlock" }).click();
    await expect(page.locator(card)).toBeHidden();
    await expect(status).toContainText("gpt-4");
    await answers.getByRole("button", { name: "Try again" }).click();
    await expect(answers).toContainText("You said: Is anybody there?");
    await page.reload();
    await expect(status).toContainText("gpt-4");
  });
});

test("a token that stops working while the page is open is asked for, and nothing is lost", async ({ browser }) => {
  const server = new TestServer();
  await server.start();
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(server.address);
    const { status, field, answers, questions } = parts(page);
    await expect(status).toContainText("gpt-4");
    await ask(page, "Is the door open?");
    server.rotateToken();
    await field.fill("And now?");
    await field.press("Enter");
    await expect(answers.last().locator(".failure")).toContainText("token");
    const heading = page.locator(card).getByRole("heading");
    await expect(heading).toHaveText("Enter your token");
    await field.fill("A draft about moss");
    await page.reload();
    await expect(heading).toHaveText("Enter your token");
    await expect(field).toHaveValue("A draft about moss");
    await expect(questions).toHaveText([/Is the door open\?/, /And now\?/]);

    await page.getByRole("textbox", { name: "Address or token" }).fill(server.address);
    await page.getByRole("button", { name: "Unlock" }).click();
    await expect(page.locator(card)).toBeHidden();
    await expect(status).toContainText("gpt-4");
    await expect(field).toHaveValue("A draft about moss");
    await answers.last().getByRole("button", { name: "Try again" }).click();
    await expect(answers.last()).toContainText("You said: And now?");
  } finally {
    await context.close();
    await server.close();
  }
});

test("a server that cannot be reached is said, and looked for again", async ({ page, guard }) => {
  guard.allowed.push(/Failed to load resource/);
  await page.route("**/api/status", (route) => route.abort());
  await page.goto("/");
  const { status, field, answers } = parts(page);
  await expect(page.locator(card).getByRole("heading")).toHaveText("Can’t reach the server");
  await expect(page.locator(card)).toContainText("Is burrow serve still running?");
  await expect(status).toContainText("Can’t reach the server");
  await field.fill("Hello?");
  await field.press("Enter");
  await expect(answers).toContainText("Waiting to be sent");
  await page.unroute("**/api/status");
  await expect(page.locator(card)).toBeHidden();
  await expect(status).toContainText("gpt-4");
  await expect(answers).toContainText("You said: Hello?");
});

test("two looks for who answers, before it is known whether a model is here, both end", async ({ page, guard }) => {
  guard.allowed.push(/Failed to load resource/);
  await page.addInitScript(() => {
    const { prototype } = FileSystemDirectoryHandle;
    const { getDirectoryHandle } = prototype;
    const looks = { count: 0, goOn: () => {} };
    const known = new Promise<void>((resolve) => (looks.goOn = resolve));
    prototype.getDirectoryHandle = async function (name, options) {
      if (name === "local-models") {
        looks.count++;
        await known;
      }
      return getDirectoryHandle.call(this, name, options);
    };
    Object.assign(globalThis, { looks });
  });
  type Looks = { looks: { count: number; goOn(): void } };
  const look = () => page.evaluate(() => dispatchEvent(new Event("online")));
  await page.goto("/");
  await page.waitForFunction(() => (globalThis as unknown as Looks).looks.count === 1);
  await look();
  await page.waitForFunction(() => (globalThis as unknown as Looks).looks.count === 2);
  await page.evaluate(() => (globalThis as unknown as Looks).looks.goOn());
  const { status } = parts(page);
  await expect(status).toContainText("gpt-4");
  // A look that never ended would be the last one.
  await page.route("**/api/status", (route) => route.abort());
  await look();
  await expect(status).toContainText("Can’t reach the server");
});

test("without a model the page says what to do, and nothing hangs", async ({ browser }) => {
  const server = new TestServer({});
  await server.start();
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(server.address);
    const { status, field, answers, questions, model } = parts(page);
    const examples = page.getByRole("list", { name: "Examples" });
    await expect(examples).toContainText("Add a key");
    await expect(examples).toContainText("Ollama");
    await expect(page.locator(card)).toHaveCount(0);
    await expect(status).toHaveText("No model: answers are quoted from your chats and documents");
    await expect(model).toHaveText("No model");
    await field.fill("Anybody?");
    await field.press("Enter");
    await expect(answers).toContainText("No model answered");
    await expect(questions).toContainText("Anybody?");
    await expect(page.locator(card).getByRole("heading")).toHaveText("No model is set up yet");
    await expect(page.locator(card)).toContainText("Add a key");
    await expect(page.locator(card)).toContainText("Ollama");
    await page.getByRole("button", { name: "Check again" }).click();
    await expect(page.getByRole("button", { name: "Check again" })).toBeEnabled();
    await expect(page.locator(card)).toBeVisible();
    await page.reload();
    await expect(questions).toContainText("Anybody?");
  } finally {
    await context.close();
    await server.close();
  }
});

test("coming back while the page first looks for its server is a reason to look again", async ({ page }) => {
  let looks = 0;
  const ends = [() => {}, () => {}];
  const [came, seen] = ends.map((_, i) => new Promise<void>((resolve) => (ends[i] = resolve)));
  await page.route("**/api/status", async (route) => {
    if (looks++ === 0) {
      await came;
      return route.abort();
    }
    await seen;
    return route.fallback();
  });
  await page.goto("/");
  await expect.poll(() => looks).toBeGreaterThan(0);
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  ends[0]?.();
  const { status, toast } = parts(page);
  await expect(status).toContainText("Can’t reach the server");
  ends[1]?.();
  await expect(toast).toContainText("Back online.");
  await expect(status).toContainText("gpt-4");
});
