// Answers from a database: what the page makes of them, over the real core. What the agent
// would say is scripted behind the server's addresses; the last test has the real program
// with the real demo database.

import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { problems } from "./axe.js";
import { type Said, about, database, events, learnt, offerDatabase, offerDatabaseAs, perStatus } from "./database.js";
import { withDemo } from "./demo.js";
import { expect, open, openSettings, parts, test } from "./fixture.js";
import { asked as requests, script } from "./model.js";
import { test as served } from "./served.js";

/** Opens a page whose server has a database, which says these, one a question. */
async function connect(page: Page, ...said: (Said | string)[]) {
  const asked = await offerDatabase(page, ...said);
  const known = learnt(page);
  const found = await open(page);
  await known;
  const ask = async (question: string) => {
    await found.field.fill(question);
    await found.field.press("Enter");
    await expect(found.stop).toHaveCount(0);
  };
  return { ...found, asked, ask };
}

test("an answer has a chart, a table that sorts, a receipt, and stays without the server", async ({ page }) => {
  const { ask, answers, questions, asked } = await connect(page, { text: "557 are done.", answer: perStatus });
  await ask("How many work orders per status?");
  expect(asked).toMatchObject([{ question: "How many work orders per status?", model: "gpt-4" }]);
  const card = answers.getByRole("region", { name: "Answer from the database" });
  await expect(answers.getByText("557 are done.")).toBeVisible();
  await expect(questions.getByRole("group", { name: "Source" })).toContainText("Asked the database");

  // How the question was read stands above the rows, and nowhere else.
  const reading = card.getByText("Read as: Number of work orders, by status.");
  await expect(reading).toBeVisible();
  await expect(card.getByText("Number of work orders, by status.")).toHaveCount(1);

  // A chart says its values.
  const chart = card.getByRole("list", { name: "Count by status" });
  await expect(chart.getByRole("listitem")).toHaveCount(3);
  await expect(chart.getByRole("listitem", { name: "done, Count: 557" })).toBeVisible();
  expect((await reading.boundingBox())!.y).toBeLessThan((await chart.boundingBox())!.y);
  await card.getByRole("radio", { name: "Table" }).check();
  const cells = (row: number) => card.getByRole("row").nth(row).getByRole("cell");
  await expect(cells(1)).toHaveText(["done", "557"]);
  await card.getByRole("button", { name: "Count" }).click();
  await expect(card.getByRole("columnheader", { name: "Count" })).toHaveAttribute("aria-sort", "ascending");
  await expect(cells(1)).toHaveText(["NULL", "7"]);
  await card.getByRole("button", { name: "Count" }).click();
  await expect(cells(1)).toHaveText(["done", "557"]);

  const receipt = card.locator("details");
  await expect(receipt.locator("summary")).toHaveText("3 rows · 9 ms · Without a model");
  await receipt.locator("summary").click();
  await expect(receipt.getByText("SELECT `status`")).toBeVisible();
  await expect(receipt.getByText("12 rows lost")).toBeVisible();
  await expect(receipt.getByText("secure_workorder", { exact: true })).toBeVisible();
  expect(await problems(page)).toEqual([]);

  // The rows are with the message.
  await page.unrouteAll();
  await page.route("**/api/**", (route) => route.abort());
  await page.reload();
  await expect(chart.getByRole("listitem")).toHaveCount(3);
  await expect(answers.getByRole("button", { name: "Download the rows as CSV" })).toBeVisible();
  await expect(answers.getByRole("button", { name: "Confirm answer" })).toHaveCount(0);
});

test.describe("rows are anybody's words", () => {
  test("they are text and nothing else, and no formula in a spreadsheet", async ({ page }) => {
    const rows = [
      ["<img src=x onerror=alert(1)>", "1"],
      ["=HYPERLINK(\"http://evil\",\"a\")", "-5"],
      ["a‮b, \"c\"\nd", null],
      ["+1", "2"],
      ["long ".repeat(4000), "3"],
      ...Array.from({ length: 30 }, (_, i) => [`row ${i}`, String(i)]),
    ];
    const answer = { answered: true, question: "List things?", reading: "", sql: "SELECT 1", columns: [{ name: "what", type: "VARCHAR" }, { name: "n", type: "INT" }], rows, truncated: true, warnings: [{ kind: "truncated", text: "There are more rows than these 35." }], text: "", by: "planner" };
    const { ask, answers } = await connect(page, { answer });
    await page.evaluate(() => Reflect.deleteProperty(globalThis, "showSaveFilePicker"));
    await ask("List all customers");
    const card = answers.getByRole("region", { name: "Answer from the database" });
    await expect(card.getByRole("note").filter({ hasText: "There are more rows than these 35." })).toBeVisible();
    await expect(card.locator("img")).toHaveCount(0);
    await expect(card.getByRole("cell", { name: "<img src=x onerror=alert(1)>" })).toBeVisible();
    expect(await card.getByRole("table").textContent()).not.toContain("‮");
    await expect(card.getByRole("row")).toHaveCount(26);
    expect((await card.getByRole("row").nth(5).boundingBox())!.height).toBeLessThan(200);
    await expect(card.getByRole("navigation")).toContainText("1–25 of 35");
    await card.getByRole("button", { name: "Next page" }).click();
    await expect(card.getByRole("row")).toHaveCount(11);

    const started = page.waitForEvent("download");
    await card.getByRole("button", { name: "Download the rows as CSV" }).click();
    const download = await started;
    expect(download.suggestedFilename()).toBe("list-things.csv");
    const csv = readFileSync((await download.path())!, "utf8");
    expect(csv.slice(0, 200)).toContain(`\ufeffwhat,n\r\n<img src=x onerror=alert(1)>,1\r\n"'=HYPERLINK(""http://evil"",""a"")",-5\r\n`);
    expect(csv).toContain("\r\n'+1,2\r\n");
    expect(csv.split("\r\n")).toHaveLength(37);
  });
});

test("a follow-up goes along with what it follows, and another route is a click away", async ({ page }) => {
  const only = { ...perStatus, question: "only the done ones", chart: null, sql: "SELECT 2", rows: [["done", "557"]] };
  const { ask, answers, questions, asked } = await connect(page, { text: "3 kinds.", answer: perStatus }, { text: "These are done.", answer: only });
  await ask("How many work orders per status?");
  await ask("only the done ones");
  await expect(answers.last()).toContainText("These are done.");
  expect(asked[1]).toMatchObject({ question: "only the done ones", before: [{ question: perStatus.question, sql: perStatus.sql, state: perStatus.state }] });
  expect(JSON.stringify(asked[1])).not.toContain('"rows"');
  await script({ text: "By my own knowledge." });
  await questions.last().getByRole("button", { name: "Answer without it" }).click();
  await expect(answers.last()).toContainText("By my own knowledge.");
  expect(asked).toHaveLength(2);
  await expect(questions.last().getByRole("group", { name: "Source" }).getByRole("button", { name: "Ask the database" })).toBeVisible();
});

test("a number that is not in the rows is marked", async ({ page }) => {
  const { ask, answers } = await connect(page, { text: "", rows: "status | n\ndone | 557", answer: { ...perStatus, by: "model" } });
  await script({ text: "557 are done, 598 in all, and 4711 were lost." });
  await ask("How many work orders per status?");
  await expect(answers.getByRole("note")).toHaveText("One number in this text is not in the rows: 4711");
  expect(await page.evaluate(() => CSS.highlights.get("not-in-rows")?.size)).toBe(1);
});

test("stopping ends the question at the server", async ({ page }) => {
  const { field, stop, answers } = await connect(page);
  await page.unroute("**/api/sql/ask");
  await page.route("**/api/sql/ask", () => undefined);
  const sent = page.waitForRequest("**/api/sql/ask");
  const ended = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/sql/ask"));
  await field.fill("How many work orders are there?");
  await field.press("Enter");
  await sent;
  await stop.click();
  await ended;
  await expect(answers.last()).toContainText("Stopped");
});

test("what is copied of an answer has its rows", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { ask, answers } = await connect(page, { text: "557 are done.", answer: { ...perStatus, truncated: true, rows: [["done | over", "557"], ["=1+1", "34"]] } });
  await ask("How many work orders per status?");
  await answers.last().getByRole("button", { name: "Copy", exact: true }).click();
  const copied = () =>
    page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      return Promise.all(["text/plain", "text/html"].map(async (type) => (await item!.getType(type)).text()));
    });
  const table = String.raw`557 are done.

| status | Count |
| --- | --- |
| done \| over | 557 |
| =1+1 | 34 |

Only the first 2 rows are included.`;
  await expect.poll(async () => (await copied())[0]).toBe(table);
  expect((await copied())[1]).toContain("<th>status</th><th>Count</th></tr><tr><td>done | over</td><td>557</td></tr><tr><td>'=1+1</td>");
});

test("what has no answer says why, and how to go on", async ({ page }) => {
  const unclear = { answered: false, code: "unclear", reading: "Which employee do you mean?", choices: [{ label: "The supervisor", apply: { join: "a" } }, { label: "The technician", apply: { join: "b" } }], columns: [], rows: [], warnings: [] };
  const unknown = { answered: false, code: "failed", reading: "The database is gone.", examples: ["How many jobs are there?"], columns: [], rows: [], warnings: [] };
  const reading = "This would read about 3 billion rows and may take long.";
  const expensive = { ...unclear, code: "expensive", reading, choices: [{ label: "Run it anyway", apply: '{"run":"SELECT 1"}' }] };
  const { ask, answers, asked } = await connect(page, { text: reading, answer: expensive }, { text: "Seven.", answer: perStatus }, { text: "Which?", answer: unclear }, { text: "557.", answer: { ...perStatus, chart: null } }, { text: "The database is gone.", answer: unknown }, { text: "Two.", answer: perStatus }, events({ event: "step", step: "run", ms: 1 }));
  await ask("How many work orders are there per customer?");
  await expect(answers.last().getByText(reading)).toHaveCount(1); // not in the card again
  await answers.last().getByRole("group", { name: /Choose one/ }).getByRole("button", { name: "Run it anyway" }).click();
  await expect(answers.last()).toContainText("Seven.");
  expect(asked[1]).toMatchObject({ choice: '{"run":"SELECT 1"}' });
  await ask("How many work orders per employee?");
  await answers.last().getByRole("button", { name: "The technician" }).click();
  await expect(answers.last().getByRole("table")).toBeVisible();
  expect(asked[3]).toMatchObject({ choice: { join: "b" } });
  await ask("How many blue work orders are there?");
  await answers.last().getByRole("button", { name: "How many jobs are there?" }).click();
  await expect(answers.last()).toContainText("Two.");

  // A stream that ends too soon is no answer, and no model makes one up.
  await ask("How many work orders are open?");
  await expect(answers.last()).toContainText("The database did not answer.");
  await expect(answers.last().getByRole("button", { name: "Try again", exact: true })).toBeVisible();
});

test("a chip attaches the database to this chat alone", async ({ page }) => {
  const asked = await offerDatabaseAs(page, { ...database, optional: true }, { text: "Seven.", answer: perStatus }, { text: "Eight.", answer: perStatus });
  const known = learnt(page);
  const { field, answers, questions, stop, said } = await open(page);
  await known;
  const chip = page.getByRole("button", { name: "Demo database", exact: true });
  const ask = async (question: string, says: string) => {
    await field.fill(question);
    await field.press("Enter");
    await expect(stop).toHaveCount(0);
    await expect(answers.last()).toContainText(says);
  };
  await expect(chip).toHaveAttribute("aria-pressed", "false");
  await script({ text: "I can’t know that." });
  await ask("How many work orders are there?", "I can’t know that.");
  expect(asked).toHaveLength(0);

  // It is offered where it is surely meant; who takes the offer has it in this chat.
  await questions.getByRole("group", { name: "Source" }).getByRole("button", { name: "Ask the database" }).click();
  await expect(answers.last()).toContainText("Seven.");
  await expect(chip).toHaveAttribute("aria-pressed", "true");
  expect(await problems(page)).toEqual([]);
  await page.keyboard.press("Control+Shift+O");
  await expect(chip).toHaveAttribute("aria-pressed", "false");

  // By the keyboard, before the chat's first question; it stays.
  await field.pressSequentially("#de");
  await expect(page.getByRole("listbox", { name: "Sources" }).getByRole("option")).toHaveText(["Attach Demo database"]);
  await field.press("Enter");
  await expect(said).toHaveText("Demo database attached to this chat.");
  await expect(chip).toHaveAttribute("aria-pressed", "true");
  await expect(field).toHaveValue("");
  await ask("How many work orders are there?", "Eight.");
  await page.reload();
  await expect(answers.last()).toContainText("Eight.");
  await expect(chip).toHaveAttribute("aria-pressed", "true");
  await chip.click();
  await expect(chip).toHaveAttribute("aria-pressed", "false");
  await script({ text: "I still can’t." });
  await ask("How many work orders are there now?", "I still can’t.");
  expect(asked).toHaveLength(2);
});

test("what the database cannot answer is answered without it", async ({ page }) => {
  const unknown = { answered: false, code: "not_understood", reading: "I can’t match “blue”.", examples: ["How many jobs are there?"], columns: [], rows: [], warnings: [] };
  const { ask, answers, questions, asked } = await connect(page, { text: unknown.reading, answer: unknown }, { text: unknown.reading, answer: unknown }, { text: "Two.", answer: perStatus });
  await script({ text: "Blue is not a status." });
  await ask("How many blue work orders are there?");
  await expect(answers.last()).toContainText("Blue is not a status.");
  await expect(answers.getByRole("region", { name: "You could ask" })).toHaveCount(0);
  const source = questions.last().getByRole("group", { name: "Source" });
  await expect(source).toHaveText("Not from Demo database: I couldn't match your question to it. · Ask the database");

  // Who asks the database all the same is told why it has no answer, and what has one.
  await source.getByRole("button", { name: "Ask the database" }).click();
  await expect(answers.last()).toContainText(unknown.reading);
  await expect(source).toContainText("Asked the database");
  await answers.last().getByRole("button", { name: "How many jobs are there?" }).click();
  await expect(answers.last()).toContainText("Two.");
  expect(asked).toHaveLength(3);

  // The refusal stays in the history, and out of what a model is sent.
  await script({ text: "Gladly." });
  await ask("Write a short poem about rain");
  await expect(answers.last()).toContainText("Gladly.");
  expect(JSON.stringify((await requests()).at(-1))).not.toContain("blue”");
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the data can be looked at: ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const golden = [{ id: "g1", question: "How many jobs?", sql: "SELECT COUNT(*) FROM workOrder" }];
    const sent: string[] = [];
    await page.route("**/api/sql/golden", async (route) => {
      const request = route.request();
      const method = request.method();
      if (method === "GET") return route.fulfill({ json: { golden } });
      sent.push(`${method} ${request.postData()}`);
      if (method === "DELETE") golden.length = 0;
      return route.fulfill({ json: { id: "g1", ...(request.postDataJSON() as object) } });
    });
    await page.route("**/api/sql/tables/*.svg", (route) => route.fulfill({ contentType: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><script>alert(1)</script></svg>' }));
    const { field, answers } = await connect(page, { text: "Three kinds.", answer: perStatus });
    // The first screen offers questions that work.
    await page.getByRole("button", { name: "Ask the database How many work orders per status?" }).click();
    await expect(answers.getByText("Three kinds.")).toBeVisible();
    await answers.getByRole("button", { name: "Confirm answer" }).click();
    await expect(answers.getByRole("button", { name: "Confirmed" })).toBeDisabled();
    await expect.poll(() => sent).toEqual([`POST ${JSON.stringify({ question: perStatus.question, sql: perStatus.sql })}`]);

    await answers.getByRole("button", { name: "See tables" }).click();
    const sheet = page.getByRole("dialog", { name: "Data" });
    await expect(sheet).toContainText("Demo database: ready in 2.1 s");
    await expect(sheet.getByText("2 tables")).toBeVisible();
    await sheet.getByRole("searchbox").fill("nothing like it");
    await expect(sheet).toContainText("No table or column matches “nothing like it”.");
    await sheet.getByRole("searchbox").fill("status");
    await sheet.getByRole("button", { name: "workOrder" }).click();
    const one = page.getByRole("dialog", { name: "workOrder" });
    await expect(one.getByRole("img")).toBeVisible();
    expect(await problems(page)).toEqual([]);
    await one.getByRole("button", { name: "refers to customer" }).click();
    await expect(page.getByRole("dialog", { name: "customer" })).toContainText("Who pays");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);

    const settings = await openSettings(page, "Data");
    await settings.getByRole("button", { name: "Edit “How many jobs?”" }).click();
    await settings.getByRole("textbox", { name: "Question" }).fill("How many jobs are there?");
    await settings.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(() => sent.at(-1)).toContain('PUT {"id":"g1","question":"How many jobs are there?"');
    expect(await problems(page)).toEqual([]);
    await settings.getByRole("button", { name: "Delete “How many jobs?”" }).click();
    await expect(settings).toContainText("None yet.");
    await expect.poll(() => sent.at(-1)).toBe('DELETE {"id":"g1"}');
    await settings.getByRole("button", { name: "Close" }).click();
    await expect(field).toBeVisible();
  });
}

test("a database that starts is waited for, and one that can write is not asked", async ({ page }) => {
  let now: object = { name: "Demo database", state: "starting", message: "starting" };
  await page.route("**/api/status", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), database: now } });
  });
  await page.route("**/api/sql", (route) => route.fulfill({ json: about }));
  const { status, field, answers } = await open(page);
  await expect(status).toContainText("Demo database: starting");
  now = database;
  await expect(status).not.toContainText("Demo database");
  await expect(page.getByRole("button", { name: "Ask the database How many work orders per status?" })).toBeVisible();
  now = { name: "shop", state: "unsafe", message: "The database account can change data." };
  await page.reload();
  await expect(status.locator("[data-level=brick]")).toHaveText("shop: The database account can change data.");
  await script({ text: "I can’t know that." });
  await field.fill("How many work orders are there?");
  await field.press("Enter");
  await expect(answers).toContainText("I can’t know that.");
  await expect(parts(page).questions.getByRole("group", { name: "Source" })).toHaveCount(0);
});

/** Whether a process works: the system's count of its time goes on. */
async function busy(pid: number): Promise<boolean> {
  const ticks = () => readFileSync(`/proc/${pid}/stat`, "utf8").split(" ").slice(13, 15).join(" ");
  const before = ticks();
  await new Promise((resolve) => setTimeout(resolve, 100));
  return ticks() !== before;
}

served.describe("with the demo database", () => {
  const { state, pid } = withDemo();

  served("questions are answered without a model, and the same ones after they were confirmed", async ({ page, server }) => {
    served.slow();
    await server.start({ more: ["--demo", state] });
    const { field, answers, status } = await open(page);
    await expect(status).not.toContainText("Demo database", { timeout: 60_000 });
    await expect(page.getByRole("button", { name: /^Ask the database/ }).first()).toBeVisible({ timeout: 60_000 });
    await page.getByRole("button", { name: "Demo database", exact: true }).click();
    const ask = async (question: string, says: string) => {
      await field.fill(question);
      await field.press("Enter");
      await expect(answers.last()).toContainText(says);
    };
    await ask("How many customers are there?", "2,600 customers");
    await ask("How many work orders per status?", "invoiced (9,342)");
    await expect(answers.last().getByRole("listitem", { name: "invoiced, Count: 9,342" })).toBeVisible();
    await answers.last().getByRole("button", { name: "Confirm answer" }).click();
    await expect(answers.last().getByRole("button", { name: "Confirmed" })).toBeVisible();
    await ask("how many work orders per status", "invoiced (9,342)");
    await expect(answers.last().locator("summary")).toContainText("From a confirmed answer");
    await answers.last().getByRole("button", { name: "See tables" }).click();
    await expect(page.getByRole("dialog", { name: "Data" })).toContainText("122 tables");
    await page.getByRole("searchbox", { name: "Search tables and columns" }).fill("workorder");
    await expect(page.locator(".data-tables button").first()).toHaveText(/^workOrder ?Jobs at/);
    await page.getByRole("searchbox", { name: "Search tables and columns" }).fill("customerContact");
    await page.getByRole("button", { name: /^customerContact People/ }).click();
    await expect(page.getByRole("dialog", { name: "customerContact" }).getByRole("img")).toBeVisible();
  });

  served("a conversation: a card, a chart, a file, follow-ups, a model's query, and one that is stopped", async ({ page, server }) => {
    served.slow();
    await server.start({ more: ["--demo", state] });
    const { field, answers, stop } = await open(page);
    await expect(page.getByRole("button", { name: /^Ask the database/ }).first()).toBeVisible({ timeout: 60_000 });
    await page.getByRole("button", { name: "Demo database", exact: true }).click();
    const send = async (question: string) => {
      await field.fill(question);
      await field.press("Enter");
    };
    const last = answers.last();

    await send("How many work orders per employee?");
    await expect(last).toContainText("This can be read in several ways.");
    await last.getByRole("button", { name: "Employee who planned it (work order)" }).click();
    await expect(last.getByRole("table")).toBeVisible();
    await expect(last).toContainText("Only the first 100 rows are shown.");

    await send("How many invoices were issued in 2025?");
    await expect(last).toContainText("3,765 invoices");
    await send("only the paid ones");
    await expect(last).toContainText("3,621 invoices");
    await send("and by month?");
    await expect(last.getByRole("list", { name: "Count by Month" }).getByRole("listitem")).toHaveCount(12);
    const started = page.waitForEvent("download");
    await last.getByRole("button", { name: "Download the rows as CSV" }).click();
    const csv = readFileSync((await (await started).path())!, "utf8");
    expect(csv.trimEnd().split("\r\n")).toHaveLength(13);
    expect(csv).toContain("\r\n2025-12,");

    // What rules do not understand a model writes, is corrected, and puts into words.
    await script(
      { text: '{"tables":["invoice"]}' },
      { text: '{"sql":"SELECT stat, COUNT(*) AS n FROM invoice GROUP BY stat","reading":"Invoices by status."}' },
      { text: '{"sql":"SELECT status, COUNT(*) AS n FROM invoice GROUP BY status","reading":"Invoices by status."}' },
      { text: "Most invoices are paid, and 4711 were never seen." },
    );
    await send("Please weigh our invoices against each other, by how they stand");
    await expect(last).toContainText("Most invoices are paid");
    await expect(last.getByRole("note")).toHaveText("One number in this text is not in the rows: 4711");
    await expect(last.locator("summary")).toContainText("Query by a model");

    // A query that would take for ever ends in the database, too.
    const sql = "SELECT COUNT(*) AS n FROM workTime a JOIN workTime b ON a.employeeId = b.employeeId JOIN workTime c ON b.employeeId = c.employeeId";
    await script({ text: '{"tables":["workTime"]}' }, { text: JSON.stringify({ sql, reading: "All with all." }) });
    await send("Please weigh our work times against each other");
    await expect(answers.last()).toContainText("Running the query");
    await expect.poll(() => busy(pid())).toBe(true);
    await stop.click();
    await expect(last).toContainText("Stopped");
    await expect.poll(() => busy(pid())).toBe(false);
    await send("How many customers are there?");
    await expect(last).toContainText("2,600 customers");
  });
});
