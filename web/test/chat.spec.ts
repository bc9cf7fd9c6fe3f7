// Asking and being answered: the real core and server, a scripted model behind them.

import type { Page } from "@playwright/test";
import { ask, expect, open, openSettings, parts, settingsOf, showSection, test } from "./fixture.js";
import { asked, askedFor, release, script } from "./model.js";

test("what comes faster than it can be drawn is drawn in parts", async ({ page }) => {
  const { field, answers, send } = await open(page);
  const text = Array.from({ length: 700 }, (_, i) => `Paragraph ${i} has a few **bold** words and \`code\`, as answers have.`).join("\n\n");
  await script({ text });
  await page.evaluate(() => {
    const lengths: number[] = [];
    const look = () => {
      lengths.push(document.querySelector(".answer .markdown")?.textContent?.length ?? 0);
      requestAnimationFrame(look);
    };
    look();
    Object.assign(globalThis, { lengths });
  });
  await field.fill("Tell me all.");
  await field.press("Enter");
  await expect(answers.last()).toContainText("Paragraph 0");
  // The page is busy while most of the answer arrives.
  await page.evaluate(() => {
    for (const until = performance.now() + 1500; performance.now() < until; );
  });
  await expect(send).toBeVisible();
  await expect(answers.last()).toContainText("Paragraph 699 has a few bold words and code, as answers have.");
  const lengths = await page.evaluate(() => (globalThis as unknown as { lengths: number[] }).lengths);
  const most = Math.max(...lengths.slice(1).map((length, i) => length - (lengths[i] ?? 0)));
  expect(most).toBeLessThan((lengths.at(-1) ?? 0) / 3);
});

test("a question is answered as it comes, kept, and still there after a reload", async ({ page }) => {
  const { field, questions, answers, sessions, stop, send } = await open(page);
  await script({ text: "Rabbits dig with their forepaws.", hangAfterWord: 3 });
  await field.fill("How do rabbits dig?");
  await field.press("Enter");
  await expect(field).toHaveValue("");
  await expect(questions).toHaveText(/How do rabbits dig\?/);
  await expect(answers).toContainText("Rabbits dig with");
  await expect(answers).not.toContainText("forepaws");
  await expect(stop).toBeVisible();
  await expect(page).toHaveURL(/\/c\/[0-9a-f]{32}$/);
  await release();
  await expect(answers).toContainText("Rabbits dig with their forepaws.");
  await expect(send).toBeVisible();
  await expect(sessions).toHaveText("How do rabbits dig?");
  await expect(page).toHaveTitle("How do rabbits dig? · Burrow");
  await expect(answers.locator(".acts-model")).toHaveText("gpt-4");

  await page.reload();
  await expect(answers).toContainText("Rabbits dig with their forepaws.");
  await expect(questions).toHaveText(/How do rabbits dig\?/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("How do rabbits dig?");
  expect((await asked()).map(({ body }) => body?.messages.at(-1)?.content)).toEqual(["How do rabbits dig?"]);
});

test("the question is shown before anybody has answered, and a follow-up carries the conversation", async ({ page }) => {
  const { field, questions, answers } = await open(page);
  await script({ text: "First.", hangBefore: true });
  await field.fill("One?");
  await field.press("Enter");
  await expect(questions).toHaveText(/One\?/);
  await expect(answers.locator(".typing")).toBeVisible();
  await expect.poll(async () => (await asked()).length).toBe(1);
  await release();
  await expect(answers).toContainText("First.");
  await ask(page, "Two?");
  await expect(questions).toHaveCount(2);
  const messages = (await asked()).at(-1)?.body?.messages.map(({ role, content }) => `${role}: ${content}`);
  expect(messages?.slice(-3)).toEqual(["user: One?", "assistant: First.", "user: Two?"]);
});

test("an answer can be stopped, keeps what came, and goes on", async ({ page }) => {
  const { field, answers, stop } = await open(page);
  await script({ text: "One two three four five.", hangAfterWord: 2 });
  await field.fill("Count.");
  await field.press("Enter");
  await expect(answers).toContainText("One two");
  await stop.click();
  await expect(answers).toContainText("Stopped");
  await expect(answers).toContainText("One two");
  await expect(stop).toBeHidden();
  await page.reload();
  await expect(answers).toContainText("One two");
  await script({ text: "three four five." });
  await answers.getByRole("button", { name: "Continue" }).click();
  await expect(answers).toContainText(/One two\s*three four five\./);
  await expect(answers).not.toContainText("Stopped");
  await expect(answers).toHaveCount(1);
});

test("what is written again or goes on is shown as it comes, and can be stopped", async ({ page }) => {
  const { answers, stop } = await open(page);
  await script({ text: "The first answer." }, { text: "Another answer comes slowly.", hangAfterWord: 2 });
  await ask(page, "Which?");
  await answers.getByRole("button", { name: "Regenerate", exact: true }).click();
  await expect(answers).toContainText("Another answer");
  await expect(answers).not.toContainText("slowly");
  await stop.click();
  await expect(answers).toContainText("Stopped");
  await script({ text: "comes slowly, but it comes.", hangAfterWord: 2 });
  await answers.getByRole("button", { name: "Continue" }).click();
  await expect(answers).toContainText(/Another answer\s*comes slowly,/);
  await expect(answers).not.toContainText("it comes");
  await stop.click();
  await expect(answers).toContainText("Stopped");
});

test("Escape stops, but first closes what is open", async ({ page }) => {
  const { field, answers, meter, breakdown } = await open(page);
  await script({ text: "One two three.", hangAfterWord: 1 });
  await field.fill("Count.");
  await field.press("Enter");
  await expect(answers).toContainText("One");
  await meter.click();
  await expect(breakdown).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(breakdown).toBeHidden();
  await expect(answers).not.toContainText("Stopped");
  await page.keyboard.press("Escape");
  await expect(answers).toContainText("Stopped");
});

test("a failure is said where the answer would be, and what broke off goes on", async ({ page }) => {
  const { field, answers, alarm } = await open(page);
  // A reset overtakes what is on its way, so it comes when the words are there.
  await script({ text: "Half of an answer", hangAfterWord: 3, resetAfterWord: 3 });
  await field.fill("Fail, please.");
  await field.press("Enter");
  await expect(answers).toContainText("Half of an");
  await release();
  const failure = answers.locator(".failure");
  await expect(failure).toContainText(/[A-Z].*\./);
  await expect(alarm).toHaveText(/[A-Z].*\./);
  await expect(answers).toContainText("Half of an");
  await page.reload();
  await script({ text: "answer." });
  // It goes on and does not begin again, so that is what it says.
  await expect(failure.getByRole("button")).toHaveText(["Continue"]);
  await failure.getByRole("button", { name: "Continue" }).click();
  await expect(failure).toBeHidden();
  await expect(answers).toContainText(/Half of an\s*answer\./);
});

test("a provider that wants to wait is waited for, in sight", async ({ page }) => {
  await page.clock.install();
  const { field, answers } = await open(page);
  await script({ status: 429, header: { "Retry-After": "30" } });
  await field.fill("Too fast?");
  await field.press("Enter");
  const again = answers.getByRole("button", { name: /^Try again/ });
  await expect(again).toHaveText(/Try again in \d+s/);
  // The button says when, so the sentence does not say "later".
  await expect(answers.locator(".failure p")).toHaveText(/^The provider is getting too many requests right now\. (?!.*later)/);
  await expect(again).toBeDisabled();
  await page.clock.runFor(31_000);
  await expect(again).toHaveText("Try again");
  await script({ text: "Now it works." });
  await again.click();
  await expect(answers).toContainText("Now it works.");
});

test("whatever is set apart has the same room around it and inside", async ({ page }) => {
  const { field, answers } = await open(page);
  await ask(page, "First?");
  await answers.getByRole("button", { name: "Details" }).click();
  await script({ status: 400 });
  await field.fill("Fail, please.");
  await field.press("Enter");
  const room = (of: string) => page.locator(of).first().evaluate((card) => [getComputedStyle(card).padding, getComputedStyle(card).borderRadius, getComputedStyle(card).marginBlockEnd]);
  const alike = ["16px", "14px", "12px"];
  await expect(page.locator(".failure")).toBeVisible();
  expect(await room(".failure")).toEqual(alike);
  await expect(page.getByRole("region", { name: "Answer details" })).toBeVisible();
  expect(await room(".details")).toEqual(alike);
  await page.route("**/api/status", (route) => route.fulfill({ status: 401, json: {} }));
  await page.reload();
  await expect(page.locator(".card-host")).toBeVisible();
  expect(await room(".card-host")).toEqual(alike);
});

test("what is asked again by itself is shown, with its countdown", async ({ page }) => {
  const { field, answers } = await open(page);
  await script({ status: 503 }, { text: "Back again." });
  await field.fill("Are you there?");
  await field.press("Enter");
  await expect(answers.locator(".turn-state")).toContainText(/Retrying/);
  await expect(answers).toContainText("Back again.");
});

test("a conversation that is too long offers its ways out", async ({ page }) => {
  const { field, answers, questions } = await open(page);
  await ask(page, "hello ".repeat(60));
  await ask(page, "hello ".repeat(60));
  await ask(page, "Short.");
  const sheet = await openSettings(page, "Memory");
  await sheet.getByLabel("Condensing", { exact: true }).selectOption("Only when I ask");
  await page.keyboard.press("Escape");
  await setForChat(page, "Maximum prompt length", "200");
  await field.fill("And now?");
  await field.press("Enter");
  await expect(answers.last().locator(".failure")).toContainText("tokens, and at most 200 can be sent");
  await script({ text: "With less it fits." });
  await answers.last().getByRole("button", { name: "Send with fewer earlier messages" }).click();
  await expect(answers.last()).toContainText("With less it fits.");
  expect((await asked()).at(-1)?.body?.messages.filter(({ role }) => role !== "system")).toHaveLength(3);

  await field.fill("Once more?");
  await field.press("Enter");
  await expect(answers.last().locator(".failure")).toBeVisible();
  await answers.last().getByRole("button", { name: "Ask in a new chat" }).click();
  await expect(questions).toHaveText([/Once more\?/]);
  await expect(answers).toContainText("You said: Once more?");
});

/** Sets a number for the chat that is shown. */
async function setForChat(page: Parameters<typeof open>[0], name: string, value: string) {
  await page.keyboard.press("Control+,");
  await showSection(page, "Advanced");
  const sheet = settingsOf(page);
  await sheet.getByRole("radio", { name: "This chat" }).check();
  await sheet.getByRole("spinbutton", { name }).fill(value);
  await sheet.getByRole("spinbutton", { name }).blur();
  await expect(sheet.locator(".setting", { hasText: name }).locator(".tag")).toHaveText("this chat");
  await page.keyboard.press("Escape");
}

test("another answer stands beside the first, and the arrows lead to both", async ({ page }) => {
  const { answers, said } = await open(page);
  await script({ text: "The first answer." }, { text: "The second answer." });
  await ask(page, "Which?");
  await answers.getByRole("button", { name: "Regenerate", exact: true }).click();
  await expect(answers).toContainText("The second answer.");
  await expect(answers).toHaveCount(1);
  await expect(answers.getByRole("group", { name: "Version 2 of 2" })).toBeVisible();
  await expect(said).toHaveText("The second answer.");
  await answers.getByRole("button", { name: "Previous version" }).click();
  await expect(answers).toContainText("The first answer.");
  await expect(answers.getByRole("group", { name: "Version 1 of 2" })).toBeVisible();
  await expect(answers.getByRole("button", { name: "Previous version" })).toBeDisabled();
  await page.reload();
  await expect(answers).toContainText("The first answer.");
  await answers.getByRole("button", { name: "Next version" }).click();
  await expect(answers).toContainText("The second answer.");
});

test("an edited question stands beside the old one, with answers of its own", async ({ page }) => {
  const { questions, answers } = await open(page);
  await ask(page, "What is a hare?");
  await ask(page, "And a form?");
  await questions.first().hover();
  await questions.first().getByRole("button", { name: "Edit" }).click();
  const editor = page.getByRole("textbox", { name: "Edit your question" });
  await expect(editor).toBeFocused();
  await expect(editor).toHaveValue("What is a hare?");
  await editor.fill("What is a rabbit?");
  await editor.press("Enter");
  await expect(questions).toHaveText([/What is a rabbit\?/]);
  await expect(answers).toContainText("You said: What is a rabbit?");
  await questions.first().getByRole("button", { name: "Previous version" }).click();
  await expect(questions).toHaveText([/What is a hare\?/, /And a form\?/]);
});

test("a second question waits for the first, in sight, and can be taken back", async ({ page }) => {
  const { field, questions, answers } = await open(page);
  await script({ text: "One two three.", hangAfterWord: 1 });
  await field.fill("First?");
  await field.press("Enter");
  await expect(answers).toContainText("One");
  await field.fill("Second?");
  await page.getByRole("button", { name: "Send after this answer" }).click();
  await field.fill("Third?");
  await field.press("Enter");
  await expect(questions).toHaveCount(3);
  await expect(questions.nth(1)).toContainText("Waiting for the previous answer");
  await expect(questions.nth(2)).toContainText("Waiting for 2 earlier answers");
  await questions.nth(2).getByRole("button", { name: "Cancel" }).click();
  await expect(questions).toHaveCount(2);
  await expect(field).toHaveValue("Third?");
  await release();
  await expect(answers).toHaveCount(2);
  await expect(answers.last()).toContainText("You said: Second?");
  await expect(questions).toHaveText([/First\?/, /Second\?/]);
  await page.reload();
  await expect(questions).toHaveText([/First\?/, /Second\?/]);
  await expect(field).toHaveValue("Third?");
});

test("thoughts are folded to a line", async ({ page }) => {
  const { field, answers } = await open(page);
  await script({ reasoning: "Let me think about hares.", text: "They rest in forms.", hangAfterWord: 1 });
  await field.fill("Where do hares rest?");
  await field.press("Enter");
  await expect(answers).toContainText("They");
  await release();
  await expect(answers).toContainText("They rest in forms.");
  await expect(answers.getByText("Let me think about hares.")).toBeHidden();
  await answers.getByText("Reasoning").click();
  await expect(answers.getByText("Let me think about hares.")).toBeVisible();
  await page.reload();
  await expect(answers.getByText("Reasoning")).toBeVisible();
});

test("the details tell who answered, what was sent, and the steps; a branch begins at one", async ({ page }) => {
  const { questions, answers } = await open(page);
  await script({ text: "An answer.", usage: { prompt_tokens: 41, completion_tokens: 3, total_tokens: 44 } }, { text: "Another answer." });
  await ask(page, "A question?");
  await answers.getByRole("button", { name: "Details" }).click();
  const details = page.getByRole("region", { name: "Answer details" });
  await expect(details).toContainText("Modelgpt-4");
  await expect(details).toContainText("Provider’s count41 in, 3 out");
  await expect(details).toContainText(/Sent1 message, \d+ tokens/);
  await expect(details).toContainText(/This answer\d+ tokenscl100k_base/);
  await expect(details.getByRole("listitem")).toHaveText([/^Question received/, /^Chat loaded/, /^Prompt assembled/, /^Model answered/, /^Answer saved/]);
  await details.getByRole("listitem").first().getByRole("button", { name: "Branch from here" }).click();
  await expect(answers).toHaveCount(0);
  await expect(questions).toHaveCount(1);
  await page.getByRole("button", { name: "Answer now" }).click();
  await expect(answers).toContainText("Another answer.");
  await answers.getByRole("button", { name: "Previous version" }).click();
  await expect(answers).toContainText("An answer.");
});

test("an answer that reached its longest length can go on", async ({ page }) => {
  const { answers } = await open(page);
  await script({ text: "The beginning", finish: "length" }, { text: " and the end." });
  await ask(page, "Tell me all.");
  await expect(answers).toContainText("reached its length limit");
  await answers.getByRole("button", { name: "Continue" }).click();
  await expect(answers).toContainText(/The beginning\s*and the end\./);
  await expect(answers).not.toContainText("length limit");
});

/** Notes what a screen reader is told, one thing after the other; returns what gives the list. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const heard: string[] = [];
    addEventListener("DOMContentLoaded", () => {
      new MutationObserver(() => {
        const said = document.querySelector(".said")?.textContent ?? "";
        if (said !== "" && heard.at(-1) !== said) heard.push(said);
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    Object.assign(globalThis, { heard });
  });
  return () => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);
}

test("a screen reader hears that an answer begins and what it says, never its pieces", async ({ page }) => {
  const heard = await listen(page);
  const { log, field } = await open(page);
  // What is said in one frame is heard as one.
  await script({ text: "Word after word after word, to the end.", hangAfterWord: 2 });
  await field.fill("Speak.");
  await field.press("Enter");
  await expect.poll(heard).toEqual(["Answering"]);
  await release();
  await expect.poll(heard).toEqual(["Answering", "Word after word after word, to the end."]);
  await expect(log).toHaveAttribute("aria-live", "off");
  await expect(log.getByRole("heading", { level: 2 })).toHaveText(["You", "Assistant"]);
});

test("a screen reader hears once that an answer begins, though a model reads the question first", async ({ page }) => {
  const heard = await listen(page);
  const { said } = await open(page);
  const meaning = JSON.stringify({ is_followup: false, confidence: 0.9, is_ambiguous: false });
  // Each is said before the next: what is said in one frame is heard as one.
  await script({ for: "understanding", text: meaning, hangBefore: true }, { text: "Nobody leaves.", hangBefore: true });
  const { field } = parts(page);
  await field.fill("I need to find out who will leave");
  await field.press("Enter");
  await expect(said).toHaveText("Reading your question…");
  await expect.poll(async () => (await askedFor("understanding")).length).toBe(1);
  await release();
  await expect.poll(async () => (await asked()).length).toBe(1);
  await release();
  await expect.poll(heard).toContain("Nobody leaves.");
  expect((await heard()).filter((words) => words === "Answering")).toHaveLength(1);
});

test("an answer of 5,000 words comes in without losing a key", async ({ page }) => {
  test.slow();
  const { field, answers, number } = await open(page);
  const words = Array.from({ length: 5000 }, (_, i) => `w${i}${i % 60 === 59 ? ".\n\n" : " "}`).join("");
  await script({ text: words, everyMillis: 1 });
  await field.fill("Go.");
  await field.press("Enter");
  await expect(answers).toContainText("w20 ");
  await field.focus();
  const typed = "The quick brown fox jumps over the lazy dog. ".repeat(4).trimEnd();
  await page.keyboard.type(typed);
  await expect(field).toHaveValue(typed);
  await expect(answers).toContainText("w4999", { timeout: 60_000 });
  await expect(number).toHaveText(/\d/);
  const text = await answers.innerText();
  expect(text.match(/\bw\d+\b/g)).toHaveLength(5000);
});

test("the stream is followed at the end only; a move upwards lets go, and a button leads back", async ({ page }) => {
  const { field, answers } = await open(page);
  const many = Array.from({ length: 60 }, (_, i) => `Line ${i}.`).join("\n\n");
  await script({ text: many }, { text: many, hangAfterWord: 45 });
  await ask(page, "Long?");
  await field.fill("Again?");
  await field.press("Enter");
  await expect(answers.last()).toContainText("Line 40.");
  const box = page.locator(".read");
  const left = () => box.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);
  await expect.poll(left).toBeLessThan(2);
  await box.hover();
  await page.mouse.wheel(0, -600);
  await expect.poll(left).toBeGreaterThan(300);
  const top = await box.evaluate((element) => element.scrollTop);
  await release();
  await expect(answers.last()).toContainText("Line 59.");
  expect(await box.evaluate((element) => element.scrollTop)).toBe(top);
  const newest = page.getByRole("button", { name: "Jump to latest" });
  await expect(newest).toHaveText("New");
  await newest.click();
  await expect.poll(left).toBeLessThan(2);
  await expect(newest).toBeHidden();
});

test("who wants so stays at the beginning of an answer, until it is asked for the end", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("burrow.sight", "beginning"));
  const { field, answers } = await open(page);
  const many = Array.from({ length: 60 }, (_, i) => `Line ${i}.`).join("\n\n");
  await script({ text: many }, { text: many, hangAfterWord: 90 });
  await ask(page, "Long?");
  const box = page.locator(".read");
  const left = () => box.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);
  const questions = page.locator(".question");
  await expect(questions.first()).toBeInViewport();
  await expect.poll(left).toBeGreaterThan(300);
  const newest = page.getByRole("button", { name: "Jump to latest" });
  await expect(newest).toHaveText("New");
  // The next question leads to the end, and its answer is held at its beginning too.
  await field.fill("Again?");
  await field.press("Enter");
  await expect(answers.last()).toContainText("Line 40.");
  await expect(questions.last()).toBeInViewport();
  await expect.poll(left).toBeGreaterThan(300);
  // Whoever goes to the end stays there.
  await newest.click();
  await expect.poll(left).toBeLessThan(2);
  await release();
  await expect(answers.last()).toContainText("Line 59.");
  await expect.poll(left).toBeLessThan(2);
});

test("a question is answered again by another model", async ({ page }) => {
  const { answers } = await open(page);
  await script({ text: "First." }, { text: "Second." });
  await ask(page, "Who are you?");
  await page.getByRole("button", { name: "Regenerate with…" }).click();
  const menu = page.getByRole("menu", { name: "Regenerate with…" });
  await expect(menu.getByRole("menuitem", { name: "gpt-4", exact: true })).toHaveCount(0);
  await menu.getByRole("menuitem", { name: "scripted", exact: true }).click();
  await expect(answers.last()).toContainText("Second.");
  expect((await asked()).at(-1)?.body?.model).toBe("scripted");
  await expect(answers.last().locator(".acts-model")).toHaveText("scripted");
  await expect(answers.last().getByRole("group", { name: "Version 2 of 2" })).toBeVisible();
  // The chat's own model is another matter.
  await expect(page.getByRole("button", { name: "Model: gpt-4" })).toBeVisible();
});

test("a question is answered again at another length", async ({ page }) => {
  const { answers } = await open(page);
  await script({ text: "A burrow is a hole." }, { text: "A hole." }, { text: "A burrow is a hole that somebody has dug." });
  await ask(page, "What is a burrow?");
  const another = page.getByRole("button", { name: "Regenerate with…" });
  // By keyboard: the first choice has the focus.
  await another.press("Enter");
  const shorter = page.getByRole("menuitem", { name: "Shorter", exact: true });
  await expect(shorter).toBeFocused();
  // Layout counts in 64ths of a pixel, and its sums are floats.
  expect(Math.round((await shorter.boundingBox())!.height * 64) / 64).toBeGreaterThanOrEqual(44);
  await shorter.press("Enter");
  await expect(answers.last()).toContainText("A hole.");
  const sent = async () => (await asked()).at(-1)?.body?.messages.at(-1)?.content;
  expect(await sent()).toContain("What is a burrow?\n\n(Answer in far fewer words");
  await expect(page.locator(".question")).toContainText("What is a burrow?");
  await expect(page.locator(".question")).not.toContainText("(Answer");
  await answers.last().getByRole("button", { name: "Details" }).click();
  await expect(answers.last().locator("dl > div", { hasText: "Requested length" })).toContainText("shorter");
  await another.click();
  await page.getByRole("menuitem", { name: "Longer", exact: true }).click();
  await expect(answers.last()).toContainText("somebody has dug");
  expect(await sent()).toContain("(Answer at greater length");
  await expect(answers.last().getByRole("group", { name: "Version 3 of 3" })).toBeVisible();
  await page.reload();
  await answers.last().getByRole("button", { name: "Details" }).click();
  await expect(answers.last().locator("dl > div", { hasText: "Requested length" })).toContainText("longer");
});

test("an answer that cannot be kept is shown, said to be unsaved, and can be copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  // The core's word for a store that is full is put into the result on its way.
  await page.addInitScript(() => {
    globalThis.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        this.addEventListener("message", (event) => {
          if (typeof event.data !== "string" || !event.data.includes('"turn":') || !event.data.startsWith('{"kind":"result"')) return;
          const frame = JSON.parse(event.data) as { result: { unsaved?: string } };
          frame.result.unsaved = "The disk is full.";
          event.stopImmediatePropagation();
          this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame).replace('"kind":"result"', '"kind": "result"') }));
        });
      }
    };
  });
  const { field, answers, alarm } = await open(page);
  await script({ text: "Precious words." });
  await field.fill("Tell me.");
  await field.press("Enter");
  await expect(answers).toContainText("Not saved: The disk is full.");
  await expect(answers).toContainText("Precious words.");
  await expect(alarm).toHaveText("The answer couldn’t be saved.");
  await answers.getByRole("button", { name: "Copy" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("Precious words.");
});

test("a long question is folded, and a long conversation opens at its end at once", async ({ page }) => {
  const { questions } = await open(page);
  await ask(page, Array.from({ length: 40 }, (_, i) => `Line ${i}`).join("\n"));
  const more = questions.getByRole("button", { name: "Show more" });
  await expect(more).toBeVisible();
  const before = (await questions.boundingBox())!.height;
  await more.click();
  await expect(questions.getByRole("button", { name: "Show less" })).toBeVisible();
  expect((await questions.boundingBox())!.height).toBeGreaterThan(before + 300);
});

test("two tabs show the same conversation, while it is written and after", async ({ page, context }) => {
  const { field, answers } = await open(page);
  await script({ text: "One two three four.", hangAfterWord: 2 });
  await field.fill("Share this.");
  await field.press("Enter");
  await expect(answers).toContainText("One two");
  const second = await context.newPage();
  await second.goto(page.url());
  const there = parts(second);
  await expect(there.questions).toHaveText(/Share this\./);
  await expect(there.answers).toContainText("One two");
  await expect(there.stop).toBeVisible();
  await release();
  await expect(there.answers).toContainText("One two three four.");
  await expect(there.sessions).toHaveText("Share this.");
  await ask(second, "And back?");
  await expect(answers.last()).toContainText("You said: And back?");
});

test("an answer outlives the tab that had the history", async ({ page, context }) => {
  const first = await context.newPage();
  await open(first);
  const { field, answers, questions } = await open(page);
  await script({ text: "One two three four.", hangAfterWord: 2 }, { text: "three four." });
  await field.fill("Who leads?");
  await field.press("Enter");
  await expect(answers).toContainText("One two");
  // The first tab has the history, and the model's answer comes to it. It shows what is kept.
  await parts(first).sessions.click();
  await expect(parts(first).answers).toContainText("One two");
  await first.close();
  await expect(answers).toContainText(/One two\s*three four\./);
  await expect(questions).toHaveCount(1);
  await expect(answers).toHaveCount(1);
  expect((await asked()).length).toBe(2);
});

test("a reload in mid-stream keeps what came", async ({ page, context }) => {
  const { field, answers } = await open(page);
  await script({ text: "One two three four.", hangAfterWord: 2 });
  await field.fill("Reload me.");
  await field.press("Enter");
  await expect(answers).toContainText("One two");
  // Another tab shows what is kept, which is done each second.
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(parts(other).answers).toContainText("One two");
  await other.close();
  await page.reload();
  await expect(answers).toContainText("Stopped");
  await expect(answers).toContainText("One two");
  await script({ text: "three four." });
  await answers.getByRole("button", { name: "Continue" }).click();
  await expect(answers).toContainText(/One two\s*three four\./);
});
