import { useSignal } from "@preact/signals";
import { Info } from "lucide";
import { useId, useRef } from "preact/hooks";
import { Icon } from "../shared/icon.js";
import { text } from "../text/en.js";

const words = text.documents;

/** How wide the sentences may be, and how near to the edge of the window, in pixels. */
const widest = 352;
const edge = 8;

/** What could not be read of a file, or is hidden in it: a sign that says it when it is pressed. */
export function Remarks({ remarks }: { remarks: readonly string[] }) {
  const id = useId();
  const open = useSignal(false);
  const button = useRef<HTMLButtonElement>(null);
  const onBeforeToggle = (event: { newState: string; currentTarget: HTMLElement }) => {
    open.value = event.newState === "open";
    if (button.current !== null) putAt(event.currentTarget, button.current.getBoundingClientRect());
  };
  return (
    <>
      <button ref={button} type="button" class="plain remarks-sign" aria-label={words.remarks} title={remarks.join(" ")} popovertarget={id}>
        <Icon node={Info} small />
      </button>
      {/* Announced when it fills. */}
      <div id={id} class="remarks" popover="auto" role="status" onBeforeToggle={onBeforeToggle}>
        {open.value && remarks.map((remark) => <p key={remark}>{remark}</p>)}
      </div>
    </>
  );
}

/** Below the sign, or above it where there is more room; wholly within the window. */
function putAt({ style }: HTMLElement, { left, top, bottom }: DOMRect): void {
  style.insetBlock = bottom < innerHeight / 2 ? `${bottom + 4}px auto` : `auto ${innerHeight - top + 4}px`;
  style.maxWidth = `${Math.min(widest, innerWidth - 2 * edge)}px`;
  style.left = `${Math.max(edge, Math.min(left, innerWidth - edge - widest))}px`;
  style.right = "auto";
}
