import { useSignal } from "@preact/signals";
import { Undo2, X } from "lucide";
import { useEffect } from "preact/hooks";
import { text } from "../text/en.js";
import { Icon } from "./icon.js";
import { type Sheet, sheet } from "./layout.js";
import { stay, takeBack, toast } from "./toast.js";

/** The sheets that have a place of their own: they cover the page's. */
const withPlace: readonly Sheet[] = ["remembered", "tags", "library", "faq"];

/** A sentence above the composer, for a while. It waits while it is pointed at or has the focus. */
export function ToastPlace({ of = null }: { of?: Sheet | null }) {
  const held = useSignal(false);
  const covered = sheet.value !== null && withPlace.includes(sheet.value) ? sheet.value : null;
  const said = covered === of ? toast.value : null;
  useEffect(() => {
    if (said === null || held.value) return;
    const timer = setTimeout(() => (toast.value = null), stay);
    return () => clearTimeout(timer);
  }, [said, held.value]);
  const close = () => {
    toast.value = null;
    held.value = false;
  };
  const undo = () => {
    held.value = false;
    takeBack();
  };
  return (
    <div class="toast-place" role="status">
      {said !== null && (
        <div
          class="toast"
          onPointerEnter={() => (held.value = true)}
          onPointerLeave={() => (held.value = false)}
          onFocusIn={() => (held.value = true)}
          onFocusOut={() => (held.value = false)}
        >
          <p>{said.words}</p>
          {said.undo !== undefined && (
            <button type="button" class="worded small" onClick={undo}>
              <Icon node={Undo2} small />
              {text.chat.sessions.undo}
            </button>
          )}
          <button type="button" class="plain" aria-label={text.storage.dismiss} onClick={close}>
            <Icon node={X} small />
          </button>
        </div>
      )}
    </div>
  );
}
