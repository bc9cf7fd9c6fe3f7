import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { context } from "../models/next.js";
import { onEscape } from "../shared/escape.js";
import { text } from "../text/en.js";
import { approximate, number, percent } from "../text/format.js";
import { estimated, level, share, used } from "./context.js";
import type { ComposerIntents } from "./intents.js";
import { Breakdown } from "./parts.js";
import { message } from "./state.js";

/** Time for a pointer to reach what it has opened, in milliseconds. */
const patience = 250;

const words = text.chat.meter;

/**
 * How much of the model's window is sent with the question that is being written. Pointing at it
 * or focusing it shows what the number is made of; a click keeps that open.
 */
export function Meter({ intents }: { intents: ComposerIntents }) {
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
    const stop = onEscape(() => {
      if (!open.peek()) return false;
      close();
      return true;
    });
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !place.current?.contains(event.target)) close();
    };
    addEventListener("pointerdown", onPointer);
    return () => {
      stop();
      removeEventListener("pointerdown", onPointer);
    };
  }, []);

  // Without the history, which another tab may hold, the draft alone is known.
  const known = used.value ?? message.value;
  const window = context.value?.window;
  const shown = known === null ? text.breakdown.none : approximate(known, estimated.value);
  const of = used.value === null || window === undefined || window === 0 ? null : number(window);
  // A colour alone says nothing.
  const full = level.value === "calm" || share.value === null ? null : percent(share.value);
  return (
    <div
      ref={place}
      class="meter-place"
      onPointerEnter={(event) => {
        clearTimeout(leaving.current);
        if (event.pointerType === "mouse") pointed.value = true;
      }}
      onFocusIn={(event) => (focused.value = event.target instanceof Element && event.target.matches(":focus-visible"))}
      onFocusOut={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) focused.value = false;
      }}
      onPointerLeave={() => {
        leaving.current = setTimeout(() => (pointed.value = false), patience);
      }}
    >
      <button
        type="button"
        class="meter figures"
        data-level={level.value}
        aria-label={words.label(shown, of, full)}
        aria-expanded={open.value}
        aria-controls="breakdown"
        onClick={() => (pinned.value = !pinned.value)}
      >
        <span class="meter-word">{words.before}</span>
        <span class="meter-number">{of === null ? shown : words.of(shown, of)}</span>
        <span class="meter-word"> {words.tokens}</span>
      </button>
      {open.value && <Breakdown intents={intents} />}
    </div>
  );
}
