import { useSignal } from "@preact/signals";
import { ChevronLeft, ChevronRight, Database, KeyRound, MessageSquarePlus } from "lucide";
import { useEffect, useRef } from "preact/hooks";
import { plainName, withoutHidden } from "../markdown/signs.js";
import { whenDrawn } from "../shared/drawn.js";
import { Icon } from "../shared/icon.js";
import { sheet } from "../shared/layout.js";
import { Sheet } from "../shared/sheet.js";
import { data } from "../text/data.js";
import { type DataTable, database, drawingOf, followDatabase, loadTables, tables, tablesTrouble } from "./database.js";
import type { DataIntents } from "./intents.js";
import { dataExamples } from "./state.js";

interface Props {
  intents: DataIntents;
}

const words = data.sheet;

/** What the database has, as far as the reader may see it: tables, columns, what they are related to, what to ask. */
export function DataSheet({ intents }: Props) {
  const chosen = useSignal<string | null>(null);
  useEffect(() => followDatabase(intents.host), []);
  const table = tables.value?.find(({ name }) => name === chosen.value) ?? null;
  const open = sheet.value === "database";
  const back = () => {
    const from = chosen.peek();
    chosen.value = null;
    whenDrawn(() => document.querySelector<HTMLElement>(`.data-tables [data-table="${CSS.escape(from ?? "")}"]`)?.focus());
  };
  return (
    <Sheet
      name="database"
      title={table === null ? words.title : plainName(table.name)}
      close={words.close}
      class="settings data-sheet"
      onOpen={() => {
        chosen.value = null;
        if (tables.peek() === null && database.peek()?.state === "ready") void loadTables();
      }}
      before={
        table !== null && (
          <button type="button" class="plain" aria-label={words.back} title={words.back} onClick={back}>
            <Icon node={ChevronLeft} />
          </button>
        )
      }
    >
      {open && (table === null ? <TableList intents={intents} choose={(name) => (chosen.value = name)} /> : <OneTable table={table} intents={intents} choose={(name) => (chosen.value = name)} />)}
    </Sheet>
  );
}

function TableList({ intents, choose }: Props & { choose(name: string): void }) {
  const query = useSignal("");
  const now = database.value;
  const all = tables.value;
  const sought = query.value.trim().toLocaleLowerCase();
  const found = (all ?? []).filter((table) => sought === "" || wordsOf(table).includes(sought)).toSorted((a, b) => far(a, sought) - far(b, sought));
  return (
    <>
      {now !== null && (
        <p class="data-state" data-level={now.state === "ready" ? undefined : now.state === "starting" ? "amber" : "brick"}>
          <Icon node={Database} small />
          {words.state(plainName(now.name), withoutHidden(now.message ?? ""))}
        </p>
      )}
      {now === null ? (
        <p class="remembered-none">{words.absent}</p>
      ) : tablesTrouble.value !== null ? (
        <div class="remembered-none" role="alert">
          <p>{words.failed(tablesTrouble.value)}</p>
          <button type="button" class="worded" onClick={() => void loadTables()}>
            {words.retry}
          </button>
        </div>
      ) : all === null ? (
        now.state === "ready" && <p class="remembered-none">{words.loading}</p>
      ) : all.length === 0 ? (
        <p class="remembered-none">{words.empty}</p>
      ) : (
        <>
          {sought === "" && <Examples list={dataExamples.value} intents={intents} />}
          <div class="remembered-tools">
            <input class="input" type="search" dir="auto" aria-label={words.search} placeholder={words.searchHint} onInput={(event) => (query.value = event.currentTarget.value)} />
          </div>
          <p class="data-count figures" role="status">
            {sought === "" ? words.tables(all.length) : words.found(found.length, all.length)}
          </p>
          {found.length === 0 && <p class="remembered-none">{words.none(query.value.trim())}</p>}
          <ul class="data-tables">
            {found.map((table) => (
              <li key={table.name}>
                <button type="button" data-table={table.name} onClick={() => choose(table.name)}>
                  <span>
                    <span class="data-table-name">{plainName(table.name)}</span>
                    <span class="data-table-note figures">{noteOf(table, sought)}</span>
                  </span>
                  <Icon node={ChevronRight} small />
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function wordsOf({ name, comment, columns }: DataTable): string {
  return [name, comment, ...columns.flatMap((column) => [column.name, column.comment])].join(" ").toLocaleLowerCase();
}

/** Tables of that name come first, then those that have it in theirs. */
function far({ name }: DataTable, sought: string): number {
  const lower = name.toLocaleLowerCase();
  return lower === sought ? 0 : lower.startsWith(sought) ? 1 : lower.includes(sought) ? 2 : 3;
}

/** What a table is for; the columns that were looked for, where they are why it is found. */
function noteOf({ name, comment, columns }: DataTable, sought: string): string {
  const named = sought !== "" && !`${name} ${comment}`.toLocaleLowerCase().includes(sought);
  if (named) return columns.filter((column) => `${column.name} ${column.comment}`.toLocaleLowerCase().includes(sought)).slice(0, 4).map((column) => plainName(column.name)).join(", ");
  return withoutHidden(comment) || words.columns(columns.length);
}

function OneTable({ table, intents, choose }: Props & { table: DataTable; choose(name: string): void }) {
  const head = useRef<HTMLParagraphElement>(null);
  useEffect(() => head.current?.focus(), [table.name]);
  return (
    <>
      <p ref={head} tabIndex={-1} class="data-lead figures">
        {withoutHidden(table.comment)}
        <span>{[words.columns(table.columns.length), table.rows > 0 ? words.rows(table.rows) : ""].filter(Boolean).join(" · ")}</span>
      </p>
      <Examples list={table.examples} intents={intents} />
      <ul class="data-columns" aria-label={words.columns(table.columns.length)}>
        {table.columns.map(({ name, type, comment, key, to }) => (
          <li key={name}>
            <p>
              <span class="data-column">{plainName(name)}</span>
              {key && (
                <span class="data-key" title={words.key}>
                  <Icon node={KeyRound} small />
                  <span class="aside">{words.key}</span>
                </span>
              )}
              <span class="data-type">{plainName(type)}</span>
            </p>
            <p class="data-table-note" dir="auto">
              {withoutHidden(comment)}
              {to !== "" && (
                <>
                  {comment !== "" && " · "}
                  {tables.value?.some((other) => other.name === to) ? (
                    <button type="button" class="linked" onClick={() => choose(to)}>
                      {words.refers(plainName(to))}
                    </button>
                  ) : (
                    words.refers(plainName(to))
                  )}
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
      <Neighbours table={table.name} />
    </>
  );
}

/** The drawing comes from the server, and is an image: what is in it can do nothing. */
function Neighbours({ table }: { table: string }) {
  const drawing = useSignal<string | null | undefined>(undefined);
  useEffect(() => {
    const abort = new AbortController();
    drawing.value = undefined;
    void drawingOf(table, abort.signal).then((address) => {
      if (!abort.signal.aborted) drawing.value = address;
    });
    return () => abort.abort();
  }, [table]);
  return (
    <section class="data-neighbours" aria-label={words.neighbours}>
      <h3>{words.neighbours}</h3>
      {drawing.value === null && <p class="data-note">{words.drawingFailed}</p>}
      {typeof drawing.value === "string" && (
        <div class="data-drawing" tabIndex={0} role="region" aria-label={words.drawing(plainName(table))}>
          <img src={drawing.value} alt={words.drawing(plainName(table))} />
        </div>
      )}
    </section>
  );
}

function Examples({ list, intents }: Props & { list: readonly string[] }) {
  if (list.length === 0) return null;
  return (
    <section class="data-examples" aria-label={words.examples}>
      <h3>{words.examples}</h3>
      <ul>
        {list.slice(0, 6).map((question) => (
          <li key={question}>
            <button
              type="button"
              class="data-question"
              onClick={() => {
                sheet.value = null;
                intents.ask(question);
              }}
            >
              <Icon node={MessageSquarePlus} small />
              <span dir="auto">{plainName(question)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
