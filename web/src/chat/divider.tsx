import { useSignal } from "@preact/signals";
import { FoldVertical, Undo2 } from "lucide";
import type { SummaryInfo } from "../core/protocol.gen.js";
import { sentenceOf, viewSentence } from "../memory/memory.js";
import { SummaryView } from "../memory/parts.js";
import { Icon } from "../shared/icon.js";
import { text } from "../text/en.js";
import type { ChatIntents } from "./intents.js";
import { letGo } from "./use-follow.js";

interface Props {
  row: string;
  summary: SummaryInfo;
  /** Whether the model reads what follows as it is. */
  last: boolean;
  intents: ChatIntents;
}

const words = text.memory;

/** Where the messages end that a summary stands for. It says so, shows the summary, and can be taken away. */
export function Divider({ row, summary, last, intents }: Props) {
  const shows = useSignal(false);
  const sentence = last ? viewSentence.value : sentenceOf(summary);
  return (
    <section class="condensed figures" data-key={row} aria-label={sentence}>
      <div class="condensed-head">
        <Icon node={FoldVertical} small />
        <p>{sentence}</p>
        <div class="condensed-acts">
          <button
            type="button"
            class="worded small"
            aria-expanded={shows.value}
            onClick={() => {
              letGo();
              shows.value = !shows.value;
            }}
          >
            {shows.value ? words.hideSummary : words.showSummary}
          </button>
          <button type="button" class="worded small" onClick={() => void intents.memory.undo(summary.uid)}>
            <Icon node={Undo2} small />
            {words.undo}
          </button>
        </div>
      </div>
      {shows.value && (
        <SummaryView
          summary={summary.summary}
          edit={(list, item, was, now) => void intents.memory.edit(summary.uid, list, item, was, now)}
          seek={(uid) => intents.memory.seek(uid)}
        />
      )}
    </section>
  );
}
