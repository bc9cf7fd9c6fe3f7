import { useSignal } from "@preact/signals";
import { FoldVertical, Undo2 } from "lucide";
import type { SummaryInfo } from "../core/protocol.gen.js";
import { isOpen, sentenceOf } from "../memory/memory.js";
import { SummaryView } from "../memory/parts.js";
import { Icon } from "../shared/icon.js";
import { text } from "../text/en.js";
import type { ChatIntents } from "./intents.js";
import { letGo } from "./use-follow.js";

interface Props {
  row: string;
  summary: SummaryInfo;
  /** Whether it stands behind the messages, which are shown, and not before them. */
  end: boolean;
  intents: ChatIntents;
}

const words = text.memory;

/** A summary in the place of its messages. It says so, shows itself or them, and can be taken away. */
export function Divider({ row, summary, end, intents }: Props) {
  const shows = useSignal(false);
  const open = isOpen(summary);
  const toggle = () => {
    letGo();
    intents.memory.toggle(summary, end);
  };
  if (end) {
    return (
      <p class="condensed-end" data-key={row}>
        <span>{words.end}</span>
        <button type="button" class="worded small" onClick={toggle}>
          {words.hideOriginals}
        </button>
      </p>
    );
  }
  const sentence = sentenceOf(summary);
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
          <button type="button" class="worded small" aria-expanded={open} onClick={toggle}>
            {open ? words.hideOriginals : words.showOriginals}
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
