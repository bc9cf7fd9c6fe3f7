// The database that the server has: how far it is, its tables as far as the reader may see
// them, and answers that were confirmed. The page asks the server itself; questions go
// through the core.

import { computed, effect, signal } from "@preact/signals";
import { type Host, host } from "../models/host.js";
import { authorization } from "../shared/server.js";
import { data as said } from "../text/data.js";
import { figure, isObject, list, word, words } from "./rows.js";
import { dataExamples } from "./state.js";

export interface DataColumn {
  name: string;
  type: string;
  comment: string;
  key: boolean;
  to: string;
}

export interface DataTable {
  name: string;
  comment: string;
  rows: number;
  columns: readonly DataColumn[];
  examples: readonly string[];
}

export interface Golden {
  id: string;
  question: string;
  sql: string;
  problem: string;
}

/** How far the database is; null if the server has none. */
export const database = computed(() => host.value?.server?.database ?? null);

/** The tables; null until they are known. */
export const tables = signal<readonly DataTable[] | null>(null);
/** Why they are not. */
export const tablesTrouble = signal<string | null>(null);

/** Confirmed answers; null until they are known. */
export const golden = signal<readonly Golden[] | null>(null);
export const goldenTrouble = signal<string | null>(null);

/** How often a database that starts is looked at, in milliseconds. */
const often = 2_000;

/** Looks at the database while it starts, and reads what it has as soon as it is there. Returns what ends that. */
export function followDatabase(server: Host): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ready = "";
  const look = () => {
    // Nobody sees what a hidden page says.
    if (document.hidden) timer = setTimeout(look, often);
    else void server.check(true);
  };
  const stop = effect(() => {
    clearTimeout(timer);
    const now = database.value;
    const is = now?.state === "ready" ? now.name : "";
    if (now?.state === "starting") timer = setTimeout(look, often);
    if (is === ready) return;
    ready = is;
    tables.value = null;
    dataExamples.value = [];
    if (is !== "") void loadTables();
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

export async function loadTables(): Promise<void> {
  tablesTrouble.value = null;
  const answer = await ask("/api/sql");
  if (!answer.ok) {
    tablesTrouble.value = answer.sentence;
    return;
  }
  tables.value = list(isObject(answer.body) ? answer.body["tables"] : null).map((table) => ({
    name: word(table, "name"),
    comment: word(table, "comment"),
    rows: figure(table, "rows"),
    columns: list(isObject(table) ? table["columns"] : null).map((column) => ({
      name: word(column, "name"),
      type: word(column, "type"),
      comment: word(column, "comment"),
      key: isObject(column) && column["key"] === true,
      to: word(column, "to"),
    })),
    examples: isObject(table) ? words(table["examples"]) : [],
  }));
  dataExamples.value = isObject(answer.body) ? words(answer.body["examples"]) : [];
}

/** The drawing of a table and its neighbours, as an address for an image; null if it cannot be had. */
export async function drawingOf(table: string, signal: AbortSignal): Promise<string | null> {
  try {
    const response = await fetch(`/api/sql/tables/${encodeURIComponent(table)}.svg`, { headers: headers(), cache: "no-store", signal });
    // An image runs no scripts, whatever is in it.
    return response.ok ? `data:image/svg+xml,${encodeURIComponent(await response.text())}` : null;
  } catch {
    return null;
  }
}

export async function loadGolden(): Promise<void> {
  const answer = await ask("/api/sql/golden");
  goldenTrouble.value = answer.ok ? null : answer.sentence;
  if (answer.ok) golden.value = list(isObject(answer.body) ? answer.body["golden"] : null).map(goldenIn);
}

/** Keeps an answer, or changes one that has an id; resolves to it, or to why not. */
export async function keepGolden(one: { id?: string; question: string; sql: string }): Promise<Golden | string> {
  const answer = await ask("/api/sql/golden", one.id === undefined ? "POST" : "PUT", one);
  if (!answer.ok) return answer.sentence;
  void loadGolden();
  return goldenIn(answer.body);
}

/** Forgets one; resolves to why it could not, or null. */
export async function forgetGolden(id: string): Promise<string | null> {
  const answer = await ask("/api/sql/golden", "DELETE", { id });
  await loadGolden();
  return answer.ok ? null : answer.sentence;
}

function goldenIn(value: unknown): Golden {
  return { id: word(value, "id"), question: word(value, "question"), sql: word(value, "sql"), problem: word(value, "problem") };
}

const headers = () => ({ ...authorization(), "Content-Type": "application/json" });

async function ask(path: string, method = "GET", body?: object): Promise<{ ok: boolean; body: unknown; sentence: string }> {
  try {
    const response = await fetch(path, { method, headers: headers(), cache: "no-store", ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const answered: unknown = await response.json();
    const error = isObject(answered) ? answered["error"] : null;
    return { ok: response.ok, body: answered, sentence: response.ok ? "" : word(error, "message") || said.unreachable };
  } catch {
    return { ok: false, body: null, sentence: said.unreachable };
  }
}
