// An answer from a database, as it is kept with a message. It may come from another version
// or from an import, so every member is looked at before it is believed.

import { data as said } from "../text/data.js";

export interface Column {
  name: string;
  type: string;
  /** Whether its cells are counts or sums. */
  sum: boolean;
}

export interface Join {
  from: string;
  to: string;
  on: string;
  type: string;
  role: string;
  /** How many rows the join left out; null if nobody has counted. */
  lost: number | null;
}

export interface Chart {
  kind: "bar" | "line";
  label: number;
  values: readonly number[];
}

export interface DataChoice {
  label: string;
  apply: unknown;
}

export type Cell = string | null;

export interface DataAnswer {
  answered: boolean;
  question: string;
  reading: string;
  sql: string;
  columns: readonly Column[];
  rows: readonly (readonly Cell[])[];
  truncated: boolean;
  warnings: readonly { kind: string; text: string }[];
  text: string;
  chart: Chart | null;
  tables: readonly string[];
  views: readonly string[];
  scope: string;
  joins: readonly Join[];
  by: string;
  model: string;
  usage: { calls: number; prompt: number; completion: number; cost: number } | null;
  corrections: readonly { sql: string; error: string }[];
  steps: readonly { step: string; ms: number; detail: string }[];
  ms: number;
  choices: readonly DataChoice[];
  examples: readonly string[];
  code: string;
}

/** Reads an answer; null if it is none. */
export function answerIn(data: unknown): DataAnswer | null {
  if (!isObject(data) || typeof data["answered"] !== "boolean") return null;
  const columns = list(data["columns"]).map((column) => ({ name: word(column, "label") || labelOf(word(column, "name")), type: word(column, "type"), sum: /^(?:COUNT|SUM)\(/i.test(word(column, "name")) }));
  return {
    answered: data["answered"],
    question: word(data, "question"),
    reading: word(data, "reading"),
    sql: word(data, "sql"),
    columns,
    rows: list(data["rows"]).map((row) => columns.map((_, i) => cellIn(list(row)[i]))),
    truncated: data["truncated"] === true,
    warnings: list(data["warnings"]).map((warning) => ({ kind: word(warning, "kind"), text: word(warning, "text") })),
    text: word(data, "text"),
    chart: chartIn(data["chart"], columns.length),
    tables: words(data["tables"]),
    views: words(data["views"]),
    scope: word(data, "scope"),
    joins: list(data["joins"]).map((join) => ({
      from: word(join, "from"),
      to: word(join, "to"),
      on: word(join, "on"),
      type: word(join, "type"),
      role: word(join, "role"),
      lost: isObject(join) && typeof join["lost"] === "number" ? join["lost"] : null,
    })),
    by: word(data, "by"),
    model: word(data, "model"),
    usage: isObject(data["usage"])
      ? { calls: figure(data["usage"], "calls"), prompt: figure(data["usage"], "prompt_tokens"), completion: figure(data["usage"], "completion_tokens"), cost: figure(data["usage"], "cost") }
      : null,
    corrections: list(data["corrections"]).map((one) => ({ sql: word(one, "sql"), error: word(one, "error") })),
    steps: list(data["steps"]).map((step) => ({ step: word(step, "step"), ms: figure(step, "ms"), detail: word(step, "detail") })),
    ms: figure(data, "ms"),
    choices: list(data["choices"]).flatMap((choice) => (isObject(choice) && word(choice, "label") !== "" ? [{ label: word(choice, "label"), apply: choice["apply"] }] : [])),
    examples: words(data["examples"]),
    code: word(data, "code"),
  };
}

const periods = [
  [/QUARTER\(/i, said.periods.quarter],
  [/^YEAR\(/i, said.periods.year],
  [/^DATE_FORMAT\(.*%Y-%m'\)$/i, said.periods.month],
  [/^DATE_FORMAT\(.*W%v'\)$/i, said.periods.week],
] as const;

/** What a column is called: a function without its grammar. */
function labelOf(name: string): string {
  const period = periods.find(([pattern]) => pattern.test(name));
  if (period !== undefined) return period[1];
  const [, does = "", of = ""] = /^(COUNT|SUM|AVG|MIN|MAX)\((?:DISTINCT )?(.*)\)$/i.exec(name) ?? [];
  const label = said.functions[does.toLowerCase()];
  return label === undefined ? name : label(of.replaceAll("`", "").split(".").at(-1) ?? "");
}

/** A chart is drawn only if it names columns that are there. */
function chartIn(value: unknown, columns: number): Chart | null {
  if (!isObject(value)) return null;
  const { kind, label } = value;
  const isColumn = (at: unknown): at is number => Number.isInteger(at) && (at as number) >= 0 && (at as number) < columns;
  const values = list(value["values"]).filter(isColumn);
  if ((kind !== "bar" && kind !== "line") || !isColumn(label) || values.length === 0) return null;
  return { kind, label, values: values.slice(0, 4) };
}

function cellIn(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function word(value: unknown, name: string): string {
  const found = isObject(value) ? value[name] : undefined;
  return typeof found === "string" ? found : "";
}

export function words(value: unknown): string[] {
  return list(value).filter((one) => typeof one === "string");
}

export function figure(value: unknown, name: string): number {
  const found = isObject(value) ? value[name] : undefined;
  return typeof found === "number" && Number.isFinite(found) ? found : 0;
}

const numeric = /^(?:(?:TINY|SMALL|MEDIUM|BIG)?INT|INTEGER|DECIMAL|NUMERIC|FLOAT|DOUBLE|REAL)/i;

/** Whether a column has numbers, by its type or, where that is not known, by its cells. */
export function isNumeric({ columns, rows }: Pick<DataAnswer, "columns" | "rows">, at: number): boolean {
  const type = columns[at]?.type ?? "";
  if (type !== "") return numeric.test(type);
  return rows.length > 0 && rows.every((row) => row[at] === null || row[at] === undefined || plainNumber.test(row[at]));
}

const plainNumber = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** The number that a cell has; null if it has none. */
export function numberOf(cell: Cell | undefined): number | null {
  return cell !== null && cell !== undefined && plainNumber.test(cell) ? Number(cell) : null;
}

/** The rows in the order of a column. Those without a value come last, whichever way. */
export function sorted(rows: readonly (readonly Cell[])[], at: number, descending: boolean): (readonly Cell[])[] {
  const sign = descending ? -1 : 1;
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  return rows.toSorted((a, b) => {
    const [x, y] = [a[at] ?? null, b[at] ?? null];
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
    const [m, n] = [numberOf(x), numberOf(y)];
    return sign * (m !== null && n !== null ? m - n : collator.compare(x, y));
  });
}
