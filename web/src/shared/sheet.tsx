import { X } from "lucide";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { whenDrawn } from "./drawn.js";
import { Icon } from "./icon.js";
import { type Sheet as Name, sheet } from "./layout.js";
import { useEffectNow } from "./use-effect-now.js";

interface Props {
  name: Name;
  title: string;
  /** What the button says that closes it. */
  close: string;
  class?: string;
  /** What it is called, if that is not its title. */
  label?: string;
  /** What stands before the title. */
  before?: ComponentChildren;
  /** Called when it opens. */
  onOpen?: () => void;
  children: ComponentChildren;
  /** What lies over all of it. */
  over?: ComponentChildren;
}

/** A modal dialog: the browser keeps the focus inside and gives it back afterwards. */
export function Sheet({ name, title, close, class: style, label, before, onOpen, children, over }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  /** Whether the next "close" tells of a closing of ours. */
  const closed = useRef(false);
  const show = () => {
    const element = dialog.current;
    if (element === null || element.open || sheet.peek() !== name) return;
    element.showModal();
    onOpen?.();
  };
  useEffectNow(() => {
    const element = dialog.current;
    if (sheet.value === name) {
      // What the focus goes to is drawn after this.
      whenDrawn(show);
    } else if (element?.open) {
      closed.current = true;
      element.close();
    }
  });
  const shut = () => {
    if (sheet.peek() === name) sheet.value = null;
  };
  return (
    <dialog
      ref={dialog}
      class={style === undefined ? "sheet" : `sheet ${style}`}
      {...(label === undefined ? { "aria-labelledby": `${name}-title` } : { "aria-label": label })}
      // "close" comes a task after the closing, and the next key may come before it and
      // ask for the sheet again: only a closing of the browser's own changes anything.
      onClose={() => {
        if (!closed.current) shut();
        closed.current = false;
      }}
      onCancel={(event) => {
        // A file picker inside says "cancel" too.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        shut();
      }}
      onClick={(event) => event.target === dialog.current && shut()}
    >
      <div class="sheet-body">
        <div class="sheet-head">
          {before}
          <h2 id={`${name}-title`}>{title}</h2>
          <button type="button" class="plain" aria-label={close} onClick={shut}>
            <Icon node={X} />
          </button>
        </div>
        {children}
      </div>
      {over}
    </dialog>
  );
}
