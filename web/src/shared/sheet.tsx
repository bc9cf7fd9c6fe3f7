import { useSignalEffect } from "@preact/signals";
import { X } from "lucide";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { Icon } from "./icon.js";
import { type Sheet as Name, sheet } from "./layout.js";

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
  useSignalEffect(() => {
    const element = dialog.current;
    const open = sheet.value === name;
    if (element === null || element.open === open) return;
    if (open) {
      element.showModal();
      onOpen?.();
    } else {
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
      onClose={shut}
      // "close" comes a task after Escape, and the next key may come before it. A file
      // picker inside says "cancel" too.
      onCancel={(event) => event.target === dialog.current && shut()}
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
