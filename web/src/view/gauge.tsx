import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { count, level, share, total } from "../state.js";
import { text } from "../text/en.js";
import { approximate, percent } from "../text/format.js";
import { Breakdown } from "./breakdown.js";

const radius = 13;
const around = 2 * Math.PI * radius;
/** Time for a pointer to reach what it has opened, in milliseconds. */
const patience = 250;
/** A text that takes anything at all shows at least a dot. */
const least = 0.004;

/**
 * The count and, as a ring, its share of the model's window. Pointing at it or
 * focusing it shows what the number is made of; a click keeps that open.
 */
export function Gauge() {
  const pointed = useSignal(false);
  const focused = useSignal(false);
  const pinned = useSignal(false);
  const open = useComputed(() => pointed.value || focused.value || pinned.value);
  const place = useRef<HTMLDivElement>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    const close = () => {
      pointed.value = focused.value = pinned.value = false;
    };
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && close();
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !place.current?.contains(event.target)) close();
    };
    const listeners = new AbortController();
    addEventListener("keydown", onKey, listeners);
    addEventListener("pointerdown", onPointer, listeners);
    return () => listeners.abort();
  }, [pointed, focused, pinned]);

  const known = total.value;
  const estimate = count.value?.estimate ?? false;
  const part = share.value ?? 0;
  const tokens = known === null ? text.count.waiting : text.count.tokens(known, estimate);
  return (
    <div
      ref={place}
      class="gauge-place"
      onPointerEnter={(event) => {
        clearTimeout(leaving.current);
        if (event.pointerType === "mouse") pointed.value = true;
      }}
      onPointerLeave={() => {
        leaving.current = setTimeout(() => (pointed.value = false), patience);
      }}
    >
      <button
        type="button"
        class="gauge figures"
        aria-label={text.count.button(tokens, share.value === null ? null : percent(share.value))}
        aria-expanded={open.value}
        aria-controls="breakdown"
        onFocus={(event) => (focused.value = event.currentTarget.matches(":focus-visible"))}
        onBlur={() => (focused.value = false)}
        onClick={() => (pinned.value = !pinned.value)}
      >
        <span>
          <span class="gauge-number">{known === null ? text.breakdown.none : approximate(known, estimate)}</span>
          <span class="gauge-word"> {text.count.word(known ?? 0)}</span>
        </span>
        <svg class="ring" viewBox="0 0 32 32" aria-hidden="true" data-level={level.value}>
          <circle class="ring-track" cx="16" cy="16" r={radius} />
          {known !== null && known > 0 && (
            <circle
              class="ring-arc"
              cx="16"
              cy="16"
              r={radius}
              stroke-dasharray={`${Math.min(1, Math.max(least, part)) * around} ${around}`}
            />
          )}
        </svg>
      </button>
      {open.value && <Breakdown />}
    </div>
  );
}
