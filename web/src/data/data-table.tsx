import { useSignal } from "@preact/signals";
import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight } from "lucide";
import { useMemo } from "preact/hooks";
import { plainName, withoutHidden } from "../markdown/signs.js";
import { announce } from "../shared/announce.js";
import { Icon } from "../shared/icon.js";
import { data } from "../text/data.js";
import { number } from "../text/format.js";
import { type Cell, type DataAnswer, isNumeric, sorted } from "./rows.js";

const words = data.table;
const pageSize = 25;
/** What is longer is folded. */
const longest = 200;

/** Rows, a page at a time, in the order of whatever column is chosen. */
export function DataTable({ answer }: { answer: Pick<DataAnswer, "columns" | "rows"> }) {
  const { columns, rows } = answer;
  const order = useSignal<{ at: number; descending: boolean } | null>(null);
  const page = useSignal(0);
  const by = order.value;
  const all = useMemo(() => (by === null ? rows : sorted(rows, by.at, by.descending)), [rows, by]);
  const numbers = useMemo(() => columns.map((_, i) => isNumeric(answer, i)), [answer]);
  const last = Math.max(0, Math.ceil(rows.length / pageSize) - 1);
  const from = Math.min(page.value, last) * pageSize;
  const shown = all.slice(from, from + pageSize);
  const sort = (at: number) => {
    // Up, down, and as it came.
    const next = by?.at !== at ? { at, descending: false } : by.descending ? null : { at, descending: true };
    order.value = next;
    page.value = 0;
    if (next !== null) announce(words.sorted(plainName(columns[at]?.name ?? ""), next.descending));
  };
  return (
    <div class="markdown data-rows">
      <div class="table" tabIndex={0} role="region" aria-label={words.label}>
        <table>
          <thead>
            <tr>
              {columns.map(({ name }, i) => (
                <th key={i} dir="auto" data-align={numbers[i] ? "right" : undefined} aria-sort={by?.at !== i ? "none" : by.descending ? "descending" : "ascending"}>
                  <button type="button" class="data-sort" title={words.sort(plainName(name))} onClick={() => sort(i)}>
                    {plainName(name)}
                    {by?.at === i && <Icon node={by.descending ? ArrowDown : ArrowUp} small />}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, i) => (
              <tr key={from + i}>
                {columns.map((_, j) => (
                  <td key={j} dir="auto" data-align={numbers[j] ? "right" : undefined}>
                    <CellText cell={columns[j]?.sum ? grouped(row[j] ?? null) : (row[j] ?? null)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <p class="data-empty">{words.empty}</p>}
      </div>
      {last > 0 && (
        <nav class="data-pages figures" aria-label={words.pages}>
          <button type="button" class="plain" aria-label={words.previous} title={words.previous} disabled={from === 0} onClick={() => (page.value = from / pageSize - 1)}>
            <Icon node={ChevronLeft} small />
          </button>
          <span aria-live="polite">{words.page(from + 1, Math.min(from + pageSize, rows.length), rows.length)}</span>
          <button type="button" class="plain" aria-label={words.next} title={words.next} disabled={from / pageSize >= last} onClick={() => (page.value = from / pageSize + 1)}>
            <Icon node={ChevronRight} small />
          </button>
        </nav>
      )}
    </div>
  );
}

/** A count or a sum as people write it. */
function grouped(cell: Cell): Cell {
  return cell !== null && /^-?\d{4,15}$/.test(cell) ? number(Number(cell)) : cell;
}

/** A cell is anybody's words: text and nothing else. A long one is folded. */
function CellText({ cell }: { cell: Cell }) {
  const open = useSignal(false);
  if (cell === null) return <span class="data-null">{words.null}</span>;
  const text = withoutHidden(cell);
  if (text.length <= longest) return <>{text}</>;
  return (
    <>
      {open.value ? text : `${[...text].slice(0, longest - 20).join("")}…`}{" "}
      <button type="button" class="linked" aria-expanded={open.value} onClick={() => (open.value = !open.value)}>
        {open.value ? words.less : words.whole}
      </button>
    </>
  );
}
