// Who answers: the models in this browser and what the page does with them, the rungs of
// the ladder, and what is said of who it was. No real model runs here; `make test-model`
// has one.

import type { Page, Route } from "@playwright/test";
import { ask, expect, modelsOffered, open, openSettings, parts, pickModel, unlock } from "./fixture.js";
import { offerDatabase, perStatus } from "./database.js";
import { answerAll, content, holdDownloads, holding, name, obeyingModel, offerModel, offerNothing, releaseDownloads, sayLines, speakForModel, test, untilAsked } from "./local/stub.js";
import { script } from "./model.js";
import { TestServer } from "./server.js";

function settingsOf(page: Page) {
  const sheet = page.getByRole("dialog", { name: "Settings" });
  const section = sheet.locator("#models");
  return {
    sheet,
    section,
    summary: section.locator("summary"),
    row: section.locator(".model-row").first(),
    act: (words: string) => section.getByRole("button", { name: `${words}: ${name}`, exact: true }),
    progress: section.getByRole("progressbar"),
    said: section.getByRole("status"),
    chooser: section.locator("input[type=file]"),
  };
}

/** Opens the settings at the models in this browser. */
async function openModels(page: Page) {
  await openSettings(page, "Models");
  const found = settingsOf(page);
  await found.summary.click();
  await expect(found.section.getByRole("button", { name: "Choose a file…" })).toBeVisible();
  return found;
}

test("a model is listed, fetched, paused, fetched to its end and removed", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const ranges = await offerModel(page);
  await holdDownloads(page);
  const { status } = await open(page);
  expect(asked.filter((path) => path.startsWith("/models/") || /\/(local|model|wllama)-/.test(path))).toEqual([]);

  const { row, act, progress, said, section } = await openModels(page);
  await expect(section).toContainText("nothing you ask leaves it. It’s slow and makes mistakes");
  await expect(row).toContainText(name);
  await expect(row).toContainText("Not downloaded · 400 kB · from the server");
  await act("Download").click();
  await expect(progress).toHaveAccessibleName(`Downloading ${name}`);
  await expect(progress).toHaveJSProperty("value", Math.floor(content.length / 2));
  await expect(row).toContainText("200 kB of 400 kB · 50%");
  await act("Pause").click();
  await expect(row).toContainText("Paused");

  // What is here in part is there after a reload, and goes on from there.
  await page.reload();
  await openModels(page);
  await expect(row).toContainText("Paused");
  await act("Resume").click();
  await expect(row).toContainText("Downloaded · 400 kB · from the server");
  await expect(said).toHaveText(`${name} is downloaded and ready to use.`);
  await expect(progress).toHaveCount(0);
  expect(ranges).toEqual(["", `bytes=${Math.floor(content.length / 2)}-`]);
  // It can be chosen like any other; who answers has not changed.
  await page.keyboard.press("Escape");
  await parts(page).model.click();
  const givers = page.locator(".picker").getByRole("group");
  await expect(givers).toHaveCount(3);
  await expect(page.getByRole("group", { name: "This browser" }).getByRole("option")).toContainText(name);
  await page.keyboard.press("Escape");
  await openSettings(page, "Models");
  await expect(status).toContainText("gpt-4");

  await act("Delete").click();
  const sure = section.getByRole("group", { name: `Delete: ${name}` });
  await expect(sure.getByRole("alert")).toHaveText(`Delete ${name}? This frees 400 kB.`);
  await expect(sure.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(act("Delete")).toBeFocused();
  await act("Delete").click();
  await sure.getByRole("button", { name: "Delete" }).click();
  await expect(row).toContainText("Not downloaded");
  await page.keyboard.press("Escape");
  await expect.poll(() => modelsOffered(page)).not.toContain(name);
});

test("what goes wrong is a sentence, with a way on", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "deviceMemory", { value: 0.25 }));
  await offerModel(page, { change: (body, request) => (request === 1 ? body.subarray(0, 100_000) : body) });
  await open(page);
  const { row, act, said } = await openModels(page);
  await act("Download").click();
  const sentence = "The download stopped at 0.1 of 0.4 MB. Resume it when the server is back.";
  await expect(row).toContainText(sentence);
  await expect(said).toHaveText(sentence);
  await act("Try again").click();
  await expect(row).toContainText("Downloaded");
  // What is here stays, though it cannot be loaded.
  await act("Load").click();
  await expect(row).toContainText("Failed");
  await expect(row.locator(".model-failed")).toHaveText(/^This model is too large for this device/);
  await expect(act("Try again")).toBeVisible();
  await act("Delete").click();
  await row.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(row).toContainText("Not downloaded");
});

test("a file of the disk is taken, if it is a model", async ({ page }) => {
  await offerNothing(page);
  await open(page);
  const { section, chooser, row } = await openModels(page);
  await expect(section).toContainText("The server has no model to download. Run make model to get one.");
  await chooser.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("hello") });
  await expect(section.getByRole("alert")).toHaveText("notes.txt isn’t a model file. Choose a file that ends in .gguf.");
  await chooser.setInputFiles({ name: "my notes.gguf", mimeType: "", buffer: Buffer.from("hello, this is no model at all") });
  await expect(row).toContainText("my-notes.gguf isn’t a GGUF model file.");
  await expect(section.getByRole("alert")).toHaveCount(0);
  await section.getByRole("button", { name: "Delete: my-notes" }).click();
  await row.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(section.locator(".model-row")).toHaveCount(0);
  await chooser.setInputFiles({ name: "My model (2).gguf", mimeType: "", buffer: content });
  await expect(row).toContainText("Downloaded · 400 kB · from your disk");
  await expect(row).toContainText("My-model-2-");
});

test("what runs models cannot be fetched: it is said, and tried again", async ({ page, guard }) => {
  guard.allowed.push(/Failed to load resource/);
  await offerModel(page);
  await open(page);
  await page.route(/\/assets\/local-/, (route) => route.abort());
  await openSettings(page, "Models");
  const { section, summary } = settingsOf(page);
  await summary.click();
  await expect(section.getByRole("alert")).toHaveText("Couldn’t load what’s needed to run models. Check that Burrow is running.");
  await page.unroute(/\/assets\/local-/);
  await section.getByRole("button", { name: "Try again" }).click();
  await expect(section).toContainText("Not downloaded");
});

test("the browser's own model is listed, and answers", async ({ page }) => {
  await offerNothing(page);
  await page.addInitScript(() => {
    const session = {
      promptStreaming: (input: string) =>
        new ReadableStream<string>({
          start(controller) {
            controller.enqueue(`Chrome heard: ${input}`);
            controller.close();
          },
        }),
      destroy() {},
    };
    Object.assign(globalThis, { LanguageModel: { availability: async () => "available", create: async () => session } });
  });
  const { answers, status } = await open(page);
  const { section } = await openModels(page);
  await expect(section.locator(".model-built-in")).toContainText("Your browser comes with a model that can answer.");
  await page.keyboard.press("Escape");
  await pickModel(page, "Built-in browser model");
  await expect(status).toHaveText("This browser · Built-in browser model");
  await ask(page, "Do you hear me?");
  await expect(answers).toContainText("Chrome heard: Do you hear me?");
  await expect(answers.locator(".answered-by")).toContainText("Built-in browser model, running in this browser: good for trying things out.");
});

test("who answers is a setting, for all chats and for one", async ({ page }) => {
  const { status, answers, model } = await open(page);
  await ask(page, "My hare is called Fennimore.");
  const chat = page.url();
  await openSettings(page, "Models");
  const { sheet } = settingsOf(page);
  const kinds = sheet.getByRole("group", { name: "Who answers" });
  await expect(kinds.getByRole("radio")).toHaveCount(5);
  await expect(kinds.getByRole("radio", { name: "Best available" })).toBeChecked();
  await expect(kinds.getByRole("radio", { name: "No model" })).toHaveAccessibleDescription("Burrow searches your chats and quotes what it finds.");
  await kinds.getByRole("radio", { name: "This browser" }).check();
  await expect(status).toContainText("No model in this browser yet");
  await kinds.getByRole("radio", { name: "This machine" }).check();
  await expect(kinds.locator(".tag")).toHaveText("all chats");
  await sheet.getByRole("radio", { name: "This chat" }).check();
  await kinds.getByRole("radio", { name: "No model" }).check();
  await expect(kinds.locator(".tag")).toHaveText("this chat");
  await expect(status).toContainText("No model: answers are quoted from your chats and documents");
  await page.keyboard.press("Escape");

  await ask(page, "What is the name of my hare?");
  await expect(answers.last()).toContainText("Fennimore");
  // It says once that no model answered, and so does the page: nobody is named.
  const said = async () => (await answers.last().innerText()).match(/No model/g)?.length;
  expect(await said()).toBe(1);
  await expect(model).toHaveText("No model");
  await page.reload();
  await expect(answers.last()).toContainText("Fennimore");
  expect(await said()).toBe(1);
  await expect(model).toHaveText("No model");
  expect(page.url()).toBe(chat);

  // The setting of this chat goes, and that of all counts again.
  await openSettings(page, "Models");
  await sheet.getByRole("radio", { name: "This chat" }).check();
  await sheet.getByRole("button", { name: "Reset Who answers" }).click();
  await expect(kinds.getByRole("radio", { name: "This machine" })).toBeChecked();
});

test("an answer without a model names its sources, and they lead there", async ({ page }) => {
  const { answers, questions } = await open(page);
  await script({ text: "A hare rests in a shallow form, pressed into the grass." });
  await ask(page, "Where does a hare rest?");
  const first = page.url();
  await openSettings(page, "Models");
  const { sheet } = settingsOf(page);
  await sheet.getByRole("group", { name: "Who answers" }).getByRole("radio", { name: "No model" }).check();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Shift+O");
  await ask(page, "Tell me about the shallow form of a hare");
  const sources = answers.last().getByRole("navigation", { name: "Sources" }).getByRole("link");
  await expect(sources.first()).toContainText("Where does a hare rest?");
  await expect(sources.filter({ hasText: /Assistant · / })).toHaveCount(1);
  const number = await sources.count();
  await answers.last().getByRole("button", { name: "Details" }).click();
  const details = answers.last().getByRole("region", { name: "Answer details" });
  await expect(details).toContainText("Answered byNo model");
  await expect(details).toContainText(`Sources${number}Asked at`);

  await sources.filter({ hasText: /Assistant · / }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(first);
  await expect(questions).toHaveText(/Where does a hare rest\?/);
  await expect(answers.first()).toHaveAttribute("data-marked", "");
});

test("how far a model in the browser is, is shown, told once, and can be stopped", async ({ page }) => {
  await speakForModel(page);
  const { status, field, answers, said, stop } = await open(page);
  await pickModel(page, "tiny");
  await expect(status).toHaveText("This browser · tiny");
  await field.fill("How deep is a burrow?");
  await field.press("Enter");
  await untilAsked(page);
  const progress = answers.getByRole("progressbar");
  const far = () => progress.evaluate((bar: HTMLProgressElement) => bar.value / bar.max);
  await sayLines(page, ": loading 0/98\n\n");
  await expect(answers.locator(".preparing")).toHaveText("Loading model…");
  await sayLines(page, ": loading 40/98\n\n");
  await expect(answers.locator(".preparing")).toContainText("Loading model… 40 of 98 MB");
  const loading = await far();
  expect(loading).toBeGreaterThan(0);
  await expect(said).toHaveText("Loading model");
  // It is one bar: what comes next does not begin anew, and nothing moves.
  const height = (await answers.boundingBox())?.height;
  await sayLines(page, ": reading 1/90\n\n");
  await expect(answers.locator(".preparing")).toContainText("Reading question… 1 of 90 tokens");
  expect(await far()).toBeGreaterThan(loading);
  expect((await answers.boundingBox())?.height).toBe(height);
  await sayLines(page, ": reading 64/90\n\n");
  await expect(answers.locator(".preparing")).toContainText("Reading question… 64 of 90 tokens");
  await expect(progress).toHaveAccessibleName("Reading question");
  await expect(said).toHaveText("Reading question");
  await answerAll(page, "About two metres.");
  await expect(answers).toContainText("About two metres.");
  await expect(progress).toHaveCount(0);
  await expect(answers.locator(".answered-by")).toContainText("tiny, running in this browser: good for trying things out.");
  await answers.getByRole("button", { name: "Details" }).click();
  await expect(answers).toContainText("Answered byThis browser");

  await field.fill("And how wide?");
  await field.press("Enter");
  await untilAsked(page, 2);
  await sayLines(page, ": reading 5/12\n\n");
  await expect(answers.last().locator(".preparing")).toBeVisible();
  await stop.click();
  await expect(answers.last()).toContainText("Stopped");
  expect(await page.evaluate(() => asked.at(-1)?.stopped)).toBe(true);
  await expect(answers.last().locator(".answered-by")).toHaveCount(0);
});

test("a paused model goes on although the server’s list could not be had", async ({ page, guard }) => {
  guard.allowed.push(/net::ERR_FAILED/);
  await offerModel(page);
  await holdDownloads(page);
  await open(page);
  const { row, act } = await openModels(page);
  await act("Download").click();
  await expect(row).toContainText("200 kB of 400 kB · 50%");
  await act("Pause").click();
  await expect(row).toContainText("Paused");
  await releaseDownloads(page);

  const unlisted = (route: Route) => route.abort();
  await page.route("**/models/", unlisted);
  await page.reload();
  await openModels(page);
  await act("Resume").click();
  await expect(row).toContainText("Can’t reach the server. Check that Burrow is running.");
  await page.unroute("**/models/", unlisted);
  await row.getByRole("button").first().click();
  await expect(row).toContainText("Downloaded · 400 kB · from the server");
});

/** Tests whose page has a server of its own. */
function withServer(make: () => TestServer) {
  const own = test.extend<{ server: TestServer }>({
    baseURL: async ({ server }, use) => use(server.origin),
    server: async ({}, use) => {
      const server = make();
      await server.start();
      await use(server);
      await server.close();
    },
    context: async ({ context, server }, use) => {
      await unlock(context, server.token);
      await use(context);
    },
  });
  own.use({ unlocked: false });
  return own;
}

test.describe("with a server of its own", () => {
  const own = withServer(() => new TestServer());

  own("another one answers than was to: it is said at once, and stays", async ({ page, guard, server }) => {
    guard.allowed.push(/Failed to load resource: net::ERR_/);
    await speakForModel(page);
    const { field, answers, status, said } = await open(page);
    expect(await modelsOffered(page)).toEqual(["gpt-4", "scripted", "tiny", "No model"]);
    await server.stop();
    await field.fill("Who is there?");
    await field.press("Enter");
    const note = answers.locator(".answered-by");
    await expect(note).toContainText("The small model in this browser answers instead.");
    await expect(said).toContainText("The small model in this browser answers instead.");
    const sentence = await note.innerText();
    await untilAsked(page);
    await answerAll(page, "Only me.");
    await expect(answers).toContainText("Only me.");
    await expect(note).toHaveText(sentence);
    await expect(answers.locator(".acts-model")).toHaveText("tiny");
    await answers.getByRole("button", { name: "Details" }).click();
    await expect(answers.getByRole("region", { name: "Answer details" })).toContainText(sentence);
    await expect(status).toHaveText("This browser · tiny · Can’t reach the server");
    await expect(page.locator(".card-host")).toBeHidden();
  });
});

test.describe("without any model", () => {
  const alone = withServer(() => new TestServer({}));

  alone("a question is answered from the conversations, with sources", async ({ page }) => {
    await page.goto("/");
    const { status, answers, questions } = parts(page);
    await expect(status).toHaveText("No model: answers are quoted from your chats and documents");
    await ask(page, "My hare is called Fennimore.");
    await expect(page.locator(".card-host")).toContainText("No model is set up yet");
    // The answer says once that no model has answered; its details say why.
    expect((await answers.innerText()).match(/No model/g)).toHaveLength(1);
    await expect(answers.locator(".answered-by")).toHaveCount(0);
    await answers.getByRole("button", { name: "Details" }).click();
    await expect(answers.getByRole("region", { name: "Answer details" })).toContainText("ReasonNo model is set up yet");
    await answers.getByRole("button", { name: "Details" }).click();
    // No model, no other model and no other length.
    await expect(answers.getByRole("button", { name: "Regenerate", exact: true })).toBeAttached();
    await expect(answers.getByRole("button", { name: "Regenerate with…" })).toHaveCount(0);
    const first = page.url();
    await page.keyboard.press("Control+Shift+O");
    await ask(page, "What is my hare called?");
    await expect(answers).toContainText("Fennimore");
    await answers.getByRole("navigation", { name: "Sources" }).getByRole("link", { name: /You · / }).first().click();
    await expect(page).toHaveURL(first);
    await expect(questions).toHaveText(/Fennimore/);
    // The server has no model file either, and says how to get one.
    await page.getByRole("button", { name: "Download a small model" }).click();
    const { section, summary } = settingsOf(page);
    await expect(summary).toBeFocused();
    await expect(section).toContainText("Run make model to get one.");
  });

  alone("the server's small model is fetched by itself, shown, and answers for nobody else", async ({ page }) => {
    await offerModel(page);
    await holdDownloads(page);
    await page.goto("/");
    const { status, model } = parts(page);
    const card = page.locator(".card-host");
    // From the start it is the one that will answer, and one line says how far it is.
    await expect(status).toHaveText(`This browser · ${name} · downloading, 50% Pause`);
    await expect(model).toHaveText(name);
    await expect(card).toHaveCount(0);
    await status.getByRole("button", { name: "Pause" }).click();
    await expect(card).toContainText("Small model download paused: 200 kB of 400 kB");
    await expect(status).toHaveText("No model: answers are quoted from your chats and documents");
    await card.getByRole("button", { name: "Resume" }).click();
    await expect(status).toHaveText(`This browser · ${name}`);
    await expect(card).toBeHidden();
    // Who has removed it is asked first.
    const { section, act, row } = await openModels(page);
    await act("Delete").click();
    await row.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(section).toContainText("Not downloaded");
    await page.reload();
    await expect(status).toHaveText("No model: answers are quoted from your chats and documents");
    await page.getByRole("list", { name: "Examples" }).getByRole("button", { name: "Download a model" }).click();
    await expect(status).toHaveText(`This browser · ${name} · downloading, 50% Pause`);
  });

  alone("a question that is there before its model says how far it is, in one line", async ({ page }) => {
    await offerModel(page);
    const model = await obeyingModel(page, holding);
    await page.goto("/");
    const { status, field, answers, said, model: button } = parts(page);
    await expect(status).toContainText("downloading");
    await field.fill("How deep is a burrow?");
    await field.press("Enter");
    const line = answers.locator(".preparing");
    await expect(line).toHaveText("Downloading model… 200 kB of 400 kB");
    await expect(said).toHaveText("Downloading model");
    const far = () => answers.getByRole("progressbar").evaluate((bar: HTMLProgressElement) => bar.value / bar.max);
    const downloading = await far();
    const place = await line.boundingBox();
    // It is said once: the line below names who answers.
    await expect(status).toHaveText(`This browser · ${name}`);
    await expect(button).toHaveText(name);
    await expect(page.locator(".card-host")).toHaveCount(0);
    model.hold("load");
    await releaseDownloads(page);
    await model.reached("load");
    await expect(line).toHaveText("Loading model…");
    expect(await far()).toBeGreaterThan(downloading);
    // The question is kept by now, and nothing has moved.
    expect(await line.boundingBox()).toEqual(place);
    await model.order("load", "go on");
    await expect(answers.locator(".answered-by")).toContainText("running in this browser");
    await expect(line).toHaveCount(0);
  });

  alone("the database answers while a model is on its way, and a second question stays in the chat", async ({ page }) => {
    await offerModel(page);
    await obeyingModel(page, holding);
    await offerDatabase(page, { text: "557 are done.", answer: perStatus });
    await page.goto("/");
    const { status, field, answers, questions, sessions, stop } = parts(page);
    await expect(status).toContainText("downloading");
    await ask(page, "How many work orders per status?");
    await expect(answers).toContainText("557 are done.");

    await page.keyboard.press("Control+Shift+O");
    await expect(questions).toHaveCount(0);
    for (const question of ["How deep is a burrow?", "And how wide is it?"]) {
      await field.fill(question);
      await field.press("Enter");
    }
    await expect(questions).toHaveCount(2);
    await expect(questions.last()).toContainText("Waiting for the previous answer");
    await expect(sessions).toHaveCount(2);
    await expect(answers.first()).toContainText("Downloading model");
    await releaseDownloads(page);
    await expect(stop).toHaveCount(0);
    await expect(answers.locator(".answered-by")).toHaveCount(2);
    await page.reload();
    await expect(questions).toHaveText([/How deep is a burrow/, /And how wide is it/]);
  });

  alone("a question for a model that does not come after all is looked up in the chats", async ({ page }) => {
    await offerModel(page);
    await holdDownloads(page);
    await page.goto("/");
    const { status, field, answers } = parts(page);
    await expect(status).toContainText("downloading");
    await field.fill("What is my hare called?");
    await field.press("Enter");
    await expect(answers.locator(".preparing")).toContainText("Downloading model");
    const { act } = await openModels(page);
    await act("Pause").click();
    await page.keyboard.press("Escape");
    await expect(answers).toContainText("No model");
    await expect(answers.getByRole("button", { name: "Details" })).toBeVisible();
  });

  alone("the examples suit who answers, and keep their places", async ({ page }) => {
    const examples = page.getByRole("list", { name: "Examples" });
    const list = page.locator(".examples");
    const held: Route[] = [];
    await page.route("**/api/status", (route) => void held.push(route));
    await offerNothing(page);
    await page.goto("/");
    await expect(page.locator("html[data-live]")).toBeAttached();
    // Nothing is offered before it is known who answers, and nothing moves then.
    await expect(list).toBeHidden();
    const place = await list.boundingBox();
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await page.unroute("**/api/status");
    await Promise.all(held.map((route) => route.continue()));
    await expect(examples.getByRole("button")).toHaveText([/^Add a key/, /^Use Ollama/, /^Download a model/, /^Import your chats/]);
    expect(await list.boundingBox()).toEqual(place);
    await examples.getByRole("button", { name: "Use Ollama" }).click();
    const programs = page.getByRole("dialog", { name: "Settings" }).getByRole("region", { name: "Models on this machine" });
    await expect(programs).toContainText("None of them is running right now.");
    await expect(programs.getByRole("button", { name: "Look again" })).toBeFocused();
    await page.keyboard.press("Escape");
    await examples.getByRole("button", { name: "Add a key" }).click();
    await expect(page.getByRole("combobox", { name: "Provider" })).toBeFocused();
    // The form, and then the settings.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await examples.getByRole("button", { name: "Import your chats" }).click();
    await expect(page.getByRole("button", { name: /^Import/ }).last()).toBeVisible();
    await page.keyboard.press("Escape");
  });

  alone("a program that is started meanwhile answers as soon as the reader comes back", async ({ page }) => {
    await speakForModel(page);
    await page.goto("/");
    const { status, field, answers } = parts(page);
    await expect(status).toHaveText("This browser · tiny");
    await field.fill("Who are you?");
    await field.press("Enter");
    await untilAsked(page);
    await answerAll(page, "A small one.");
    const note = answers.locator(".answered-by");
    await expect(note).toHaveText("tiny, running in this browser: good for trying things out. Add a key · Use Ollama");
    await note.getByRole("button", { name: "Use Ollama" }).click();
    const programs = page.getByRole("dialog", { name: "Settings" }).getByRole("region", { name: "Models on this machine" });
    await expect(programs).toContainText("ollama run llama3.2");
    await page.route("**/api/status", async (route) => {
      const answer = await route.fetch();
      const ollama = { name: "Ollama", kind: "machine", models: ["ollama/llama3.2"] };
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), providers: [ollama] } });
    });
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await expect(programs.getByRole("listitem")).toHaveText("OllamaRunning, with 1 model");
    await page.keyboard.press("Escape");
    await expect(status).toHaveText("Ollama on this machine · llama3.2");
    // A key is as near.
    await note.getByRole("button", { name: "Add a key" }).click();
    await expect(page.getByRole("combobox", { name: "Provider" })).toBeFocused();
  });

  alone("only the newest answer of the small model says all of it", async ({ page }) => {
    await speakForModel(page);
    await page.goto("/");
    const { status, field, answers } = parts(page);
    await expect(status).toHaveText("This browser · tiny");
    for (const [i, question] of ["One?", "Two?"].entries()) {
      await field.fill(question);
      await field.press("Enter");
      await untilAsked(page, i + 1);
      await answerAll(page, "Yes.");
      await expect(answers.nth(i).locator(".answered-by")).toContainText("good for trying things out");
    }
    await expect(answers.first().locator(".answered-by")).toHaveText("tiny, in this browser");
    await expect(answers.first().getByRole("button", { name: "Use Ollama" })).toHaveCount(0);
  });
});
