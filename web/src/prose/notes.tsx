import { CornerLeftUp } from "lucide";
import type { ComponentChildren } from "preact";
import { Icon } from "../shared/icon.js";
import { plainName } from "../markdown/signs.js";
import { labelOf } from "../markdown/tree.js";
import { text as words } from "../text/en.js";
import { shown } from "./shown-text.js";

/** Where a footnote belongs, which a press leads to. Nothing of it is in the page's address. */
export function NoteMark({ label }: { label: string }) {
  return (
    <sup>
      <button
        type="button"
        class="note-mark"
        data-mark={labelOf(label)}
        aria-label={words.markdown.note(plainName(label))}
        onClick={(event) => lead(event.currentTarget, "data-note", label)}
      >
        {shown(label)}
      </button>
    </sup>
  );
}

/** A footnote, and the way back to where it belongs. */
export function Note({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <li data-note={labelOf(label)} tabIndex={-1}>
      <sup>{shown(label)}</sup> {children}{" "}
      <button type="button" class="note-mark" aria-label={words.markdown.noteBack(plainName(label))} onClick={(event) => lead(event.currentTarget, "data-mark", label)}>
        <Icon node={CornerLeftUp} small />
      </button>
    </li>
  );
}

/** Leads to the other end, within the same answer. */
function lead(from: HTMLElement, attribute: "data-note" | "data-mark", label: string): void {
  const to = from.closest(".markdown")?.querySelector<HTMLElement>(`[${attribute}="${CSS.escape(labelOf(label))}"]`);
  to?.scrollIntoView({ block: "nearest" });
  to?.focus({ preventScroll: true });
}
