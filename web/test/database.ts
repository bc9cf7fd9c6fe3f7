// A database behind the server's addresses, which says what a test tells it.

import type { Page } from "@playwright/test";

export const database = { name: "Demo database", state: "ready", message: "ready in 2.1 s" };
export const about = {
  database,
  examples: ["How many work orders per status?", "Which customers are in Bern?"],
  tables: [
    { name: "customer", comment: "Who pays", columns: [{ name: "id", type: "int", key: true }, { name: "city", type: "varchar(40)", comment: "Where" }] },
    { name: "workOrder", comment: "Jobs", rows: 11000, columns: [{ name: "id", type: "int", key: true }, { name: "customerId", type: "int", to: "customer" }, { name: "status", type: "enum('new','done')" }] },
  ],
};

/** What the agent says of one question. */
export interface Said {
  answer: object;
  text?: string;
  rows?: string;
}

export const perStatus = {
  answered: true,
  question: "How many work orders per status?",
  reading: "Number of work orders, by status.",
  sql: "SELECT `status`, COUNT(1) AS `COUNT(*)` FROM `secure_workorder` GROUP BY `status`",
  columns: [{ name: "status", type: "CHAR" }, { name: "COUNT(*)", type: "BIGINT" }],
  rows: [["done", "557"], ["new", "34"], [null, "7"]],
  truncated: false,
  warnings: [],
  text: "3 rows.",
  chart: { kind: "bar", label: 0, values: [1] },
  tables: ["workOrder", "customer"],
  views: ["secure_workorder"],
  joins: [{ from: "workOrder", to: "customer", on: "workOrder.customerId = customer.id", type: "inner", lost: 12 }],
  by: "planner",
  steps: [{ step: "run", ms: 3.1 }],
  ms: 9,
  state: { reading: { root: "workOrder" } },
};

export const events = (...list: object[]) => list.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");

/** Has the server say that it has a database, which says these, one a question; returns what it was asked. */
export async function offerDatabase(page: Page, ...said: (Said | string)[]): Promise<Record<string, unknown>[]> {
  return offerDatabaseAs(page, database, ...said);
}

/** The same, of a database that is told in another way. */
export async function offerDatabaseAs(page: Page, database: object, ...said: (Said | string)[]): Promise<Record<string, unknown>[]> {
  const asked: Record<string, unknown>[] = [];
  await page.route("**/api/status", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), database } });
  });
  await page.route("**/api/sql", (route) => route.fulfill({ json: about }));
  await page.route("**/api/sql/ask", async (route) => {
    asked.push(route.request().postDataJSON() as Record<string, unknown>);
    const next = said.shift();
    const body = typeof next === "string" ? next : events({ event: "step", step: "run", says: "Running the query", ms: 0 }, { event: "answer", text: "Done.", ...next });
    await route.fulfill({ contentType: "text/event-stream", body });
  });
  return asked;
}

/** Waits until the page and its core have both read which tables there are; begun before the page is opened. */
export async function learnt(page: Page): Promise<void> {
  let read = 0;
  await page.waitForEvent("requestfinished", (request) => new URL(request.url()).pathname === "/api/sql" && ++read === 2);
}
