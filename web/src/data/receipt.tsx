import { ArrowRight, ChevronRight } from "lucide";
import type { ComponentChildren } from "preact";
import { plainName, withoutHidden } from "../markdown/signs.js";
import { CodeBlock } from "../prose/code-block.js";
import { Icon } from "../shared/icon.js";
import { data } from "../text/data.js";
import type { DataAnswer, Join } from "./rows.js";

const words = data.receipt;

/** How an answer came about: a line that opens to all of it. */
export function Receipt({ answer }: { answer: DataAnswer }) {
  const { rows, truncated, ms, by } = answer;
  return (
    <details class="data-receipt figures unfolds">
      <summary>
        <Icon node={ChevronRight} small />
        {[words.line(rows.length, truncated, ms), words.by[by] ?? ""].filter(Boolean).join(" · ")}
      </summary>
      <div class="data-receipt-body">
        <div class="markdown">
          <CodeBlock language="sql" text={answer.sql} open={false} wrap />
        </div>
        <dl>
          {rowsOf(answer).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </details>
  );
}

function rowsOf(answer: DataAnswer): [string, ComponentChildren][] {
  const { tables, views, scope, joins, rows, truncated, steps, ms, model, usage, corrections } = answer;
  const list: [string, ComponentChildren][] = [];
  const names = (all: readonly string[]) => all.map((name) => plainName(name)).join(", ");
  if (tables.length > 0) list.push([words.tables, names(tables)]);
  if (joins.length > 0) list.push([words.path, <Path joins={joins} />]);
  if (views.length > 0) list.push([words.views, names(views)]);
  if (scope !== "") list.push([words.scope, withoutHidden(scope)]);
  list.push([words.rows, words.rowsValue(rows.length, truncated)]);
  if (ms > 0) list.push([words.time, words.took(ms)]);
  if (steps.length > 0) list.push([words.steps, steps.map(({ step, ms: took }) => `${words.stepNames[step] ?? plainName(step)} ${words.took(took)}`).join(", ")]);
  if (model !== "") list.push([words.model, plainName(model)]);
  if (usage !== null) {
    list.push([words.tokens, words.tokensValue(usage.calls, usage.prompt, usage.completion)]);
    if (usage.cost > 0) list.push([words.cost, words.costValue(usage.cost)]);
  }
  if (corrections.length > 0) {
    const tries = corrections.map(({ error }, i) => <li key={i}>{withoutHidden(error)}</li>);
    list.push([words.corrections, <ol class="data-corrections">{tries}</ol>]);
  }
  return list;
}

/** The tables in the order in which they were joined, each with what the join costs. */
function Path({ joins }: { joins: readonly Join[] }) {
  return (
    <ol class="data-path">
      {joins.map(({ from, to, on, role, lost }, i) => (
        <li key={i} title={words.join(plainName(from), plainName(to), plainName(on))}>
          <span class="data-step">{plainName(from)}</span>
          <Icon node={ArrowRight} small />
          <span class="data-step">{plainName(to)}</span>
          <span class="data-on">
            {[role === "" ? "" : plainName(role), plainName(on), lost === null ? "" : words.lost(lost)].filter(Boolean).join(" · ")}
          </span>
        </li>
      ))}
    </ol>
  );
}
