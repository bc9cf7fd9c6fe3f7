import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { X } from "lucide";
import { useRef } from "preact/hooks";
import { count, written } from "../composer/state.js";
import { Icon } from "../shared/icon.js";
import { togglePieces } from "../shared/layout.js";
import { text } from "../text/en.js";
import { PieceDetail } from "./piece-detail.js";
import { PieceList } from "./piece-list.js";
import { type Decode, pieces } from "./pieces.js";
import { type Span, spansOf } from "./spans.js";

export interface PiecesProps {
  decode: Decode;
}

const nobody: readonly Span[] = [];

/** The text as a model sees it: divided into tokens. */
export function PiecesPanel({ decode }: PiecesProps) {
  const spans = useComputed(() => (pieces.value === null ? nobody : spansOf(pieces.value)));
  const current = useSignal(-1);
  const list = useRef<HTMLDivElement>(null);

  // Set on the element itself: rendering two thousand spans anew for a moving
  // pointer would be felt.
  useSignalEffect(() => {
    const element = spans.value[current.value] === undefined ? undefined : list.current?.children[current.value];
    element?.setAttribute("data-current", "");
    return () => element?.removeAttribute("data-current");
  });
  useSignalEffect(() => {
    void spans.value;
    current.value = -1;
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const next = step(event.key, current.peek(), spans.peek().length - 1);
    if (next === null) return;
    event.preventDefault();
    current.value = next;
    list.current?.children[next]?.scrollIntoView({ block: "nearest" });
  };
  const onPointerOver = (event: PointerEvent) => {
    const over = event.target instanceof Element ? event.target.closest("[data-index]") : null;
    if (over instanceof HTMLElement) current.value = Number(over.dataset["index"]);
  };

  const complete = pieces.value?.complete ?? true;
  const empty = written.value === "";
  return (
    <aside class="pieces" aria-label={text.pieces.label}>
      <div class="pieces-head figures">
        <div class="pieces-title">
          <h2>{text.pieces.count(empty ? 0 : (count.value?.count ?? 0), count.value?.estimate ?? false)}</h2>
          <button type="button" class="plain" aria-label={text.pieces.close} onClick={togglePieces}>
            <Icon node={X} />
          </button>
        </div>
        {!complete && <p class="pieces-note">{text.pieces.capped(spans.value.length)}</p>}
        {empty ? <p class="pieces-hint">{text.pieces.empty}</p> : <PieceDetail span={spans.value[current.value]} decode={decode} />}
      </div>
      <div
        ref={list}
        class="pieces-text"
        hidden={spans.value.length === 0}
        dir="auto"
        role="listbox"
        tabIndex={0}
        aria-label={text.pieces.label}
        aria-activedescendant={current.value < 0 ? undefined : `piece-${current.value}`}
        onKeyDown={onKeyDown}
        onPointerOver={onPointerOver}
        onPointerLeave={() => (current.value = -1)}
      >
        <PieceList spans={spans.value} />
      </div>
    </aside>
  );
}

/** Where a key leads, or null if it is not one of ours. */
function step(key: string, from: number, last: number): number | null {
  switch (key) {
    case "ArrowRight":
    case "ArrowDown":
      return Math.min(last, from + 1);
    case "ArrowLeft":
    case "ArrowUp":
      return Math.max(0, from - 1);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}
