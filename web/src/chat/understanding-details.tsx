import { ChevronRight } from "lucide";
import type { ComponentChildren } from "preact";
import type { Understood } from "../core/protocol.gen.js";
import { Icon } from "../shared/icon.js";
import { text } from "../text/en.js";

const words = text.understanding.details;

/** What was made of a question before it was answered, and why. What says nothing is left out. */
export function UnderstandingDetails({ understood }: { understood: Understood }) {
  return (
    <details class="analysis" aria-label={words.title}>
      <summary>
        <Icon node={ChevronRight} small />
        {words.title}
      </summary>
      <dl>
        {rowsOf(understood).map(([name, value, note]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">
              {value}
              {note && <span>{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

type Row = [name: string, value: ComponentChildren, note?: string | undefined];

function rowsOf(u: Understood): Row[] {
  const rows: Row[] = [[words.followup, words.is(u.followup ?? false, u.score)]];
  rows.push([words.ambiguous, words.is(u.ambiguous ?? false, u.ambiguity)]);
  if (u.as) rows.push([words.as, u.as]);
  rows.push([words.by, words.byOf(u.by ?? ""), u.problem]);
  if (u.took) rows.push([words.took, words.tookValue(u.took)]);
  if (u.usage) rows.push([words.usage, words.usageValue(u.usage.promptTokens, u.usage.completionTokens)]);
  if (u.choice) rows.push([words.choice, u.choice]);
  list(rows, words.references, u.references, ({ text, rule, entities }) => [words.reference(text, entities), rule]);
  list(rows, words.filters, u.filters, ({ field, value }) => [words.filter(field, value)]);
  list(rows, words.facts, u.facts, ({ kind, text, value, unit }) => [words.fact(text, value, unit ?? ""), words.kinds[kind] ?? kind]);
  rows.push([words.route, [words.routes[u.route] ?? u.route, words.confidence(u.confidence)].join(", "), u.routeReason]);
  rows.push([words.composition, words.compositions[u.composition] ?? u.composition]);
  if (u.domain) rows.push([words.domain, u.domain]);
  if (u.action) rows.push([words.action, u.action]);
  list(rows, words.interpretations, u.interpretations, (entry) => [entry]);
  list(rows, words.questions, u.questions, (entry) => [entry]);
  list(rows, words.needs, u.needs, (entry) => [entry]);
  if (u.context) rows.push([words.context, u.context]);
  list(rows, words.reasons, u.reasons, (entry) => [entry]);
  return rows;
}

/** A row of lines, each with a note. */
function list<T>(rows: Row[], name: string, entries: readonly T[] | undefined, lineOf: (entry: T) => [words: string, note?: string | undefined]): void {
  if (entries === undefined || entries.length === 0) return;
  const lines = entries.map((entry, i) => {
    const [line, note] = lineOf(entry);
    return (
      <li key={i}>
        {line}
        {note && <span>{note}</span>}
      </li>
    );
  });
  rows.push([name, <ul>{lines}</ul>]);
}
