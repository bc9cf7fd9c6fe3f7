import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { growField } from "../composer/field.js";
import { letGo } from "./use-follow.js";

/** A field that takes the place of a text: in sight and with the focus at once, its text selected or the cursor behind it. */
export function useEditor(selected: boolean): RefObject<HTMLTextAreaElement | null> {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return;
    growField(element);
    // It is higher than what it replaces, and wanted in sight, wherever that is.
    letGo();
    element.form?.scrollIntoView({ block: "nearest" });
    element.focus({ preventScroll: true });
    element.setSelectionRange(selected ? 0 : element.value.length, element.value.length);
  }, []);
  return field;
}
