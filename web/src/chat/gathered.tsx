import { Database, TriangleAlert } from "lucide";
import type { Card, Gathered } from "../core/protocol.gen.js";
import { plainName, withoutHidden } from "../markdown/signs.js";
import { Icon } from "../shared/icon.js";
import { text } from "../text/en.js";
import type { Live } from "./live.js";

const words = text.chat.turn;

/** What is being looked up for the question, as long as that goes on. */
export function GatheringNow({ live }: { live: Live }) {
  const now = live.gathering.value;
  if (now.length === 0) return null;
  return (
    <ul class="tool-runs">
      {now.map(({ from, label, state, note }) => (
        <li key={from}>
          <Icon node={state === "failed" ? TriangleAlert : Database} small />
          <span dir="auto">{words.gather[state](plainName(label), plainName(note))}</span>
        </li>
      ))}
    </ul>
  );
}

/** What the sources of an answer had to show, above it: each a card, or why there is none. */
export function GatheredCards({ gathered }: { gathered: readonly Gathered[] }) {
  return (
    <>
      {/* A tool that was asked twice is there twice, so its name is no key. */}
      {gathered.map(({ label, card, problem }, i) =>
        problem !== undefined ? (
          <p key={i} class="answered-by">
            <Icon node={TriangleAlert} small />
            <span dir="auto">{words.gather.failed(plainName(label), withoutHidden(problem))}</span>
          </p>
        ) : card === undefined ? null : (
          <GatheredCard key={i} card={card} />
        ),
      )}
    </>
  );
}

function GatheredCard({ card: { title, text: said, columns = [], rows = [] } }: { card: Card }) {
  return (
    <section class="gathered markdown" aria-label={plainName(title)}>
      <h3 dir="auto">{plainName(title)}</h3>
      {said !== undefined && <p dir="auto">{withoutHidden(said)}</p>}
      {columns.length > 0 && (
        <div class="table" tabIndex={0}>
          <table>
            <thead>
              <tr>
                {columns.map((column, i) => (
                  <th key={i} dir="auto">
                    {plainName(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, i) => (
                <tr key={i}>
                  {columns.map((_, j) => (
                    <td key={j} dir="auto">
                      {withoutHidden(row[j] ?? "")}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
