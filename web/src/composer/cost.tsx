import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { CoreError } from "../core/client.js";
import { abouts } from "../models/abouts.js";
import { context, model } from "../models/next.js";
import { session as shown } from "../shared/route.js";
import { text } from "../text/en.js";
import { money } from "../text/format.js";
import { tried, used } from "./context.js";
import type { ComposerIntents } from "./intents.js";

const words = text.breakdown;
const million = 1e6;

/** What it costs to send the question, before any answer, and what the chat has cost so far; nothing if no price is known. */
export function Cost({ intents }: { intents: ComposerIntents }) {
  const spent = useSignal<number | null>(null);
  useEffect(() => intents.models.about(), [model.value]);
  useEffect(() => {
    spent.value = null;
    if (shown.value === null) return;
    const abort = new AbortController();
    intents.spent(abort.signal).then(
      (sum) => (spent.value = sum),
      (error: unknown) => {
        if (!(error instanceof CoreError)) throw error;
      },
    );
    return () => abort.abort();
  }, [shown.value]);
  const price = abouts.value.get(model.value)?.price;
  const now = context.value;
  if (price === undefined || now === null) return null;
  const tokens = used.value ?? now.sent;
  const reading = tried.value?.understanding;
  return (
    <dl class="breakdown-text">
      <div>
        <dt>{words.cost}</dt>
        {/* A provider may have some of it in its cache, and counts by itself. */}
        <dd>~{money((tokens * price.input) / million)}</dd>
      </div>
      {reading !== undefined && (
        <div>
          <dt>
            {words.understanding}
            <span class="row-note">{words.understandingNote(reading.tokens)}</span>
          </dt>
          <dd>{reading.cost === undefined ? words.none : `~${money(reading.cost)}`}</dd>
        </div>
      )}
      {spent.value !== null && (
        <div>
          <dt>{words.spent}</dt>
          <dd>{money(spent.value)}</dd>
        </div>
      )}
    </dl>
  );
}
