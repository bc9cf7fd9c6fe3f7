import { signal } from "@preact/signals";
import { Check, type IconNode } from "lucide";
import { useRef } from "preact/hooks";
import { whenDrawn } from "./drawn.js";
import { Icon } from "./icon.js";
import { useEffectNow } from "./use-effect-now.js";

export interface Choice {
  label: string;
  icon: IconNode;
  act(): void;
  danger?: boolean;
  /** Whether it is on, for what can be switched on and off. */
  checked?: boolean;
  /** Whether it begins another group. */
  begins?: boolean;
}

interface Opened {
  label: string;
  choices: readonly Choice[];
  button: HTMLElement;
}

const items = "[role^=menuitem]";

const opened = signal<Opened | null>(null);
/** The button whose menu the browser has just closed because it was pressed. */
let justClosed: { button: HTMLElement; at: number } | null = null;
/** Whether it closes because something was chosen. */
let chosen = false;

/** Opens the page's one menu at a button, or closes it if it is open there. */
export function openMenu(button: HTMLElement, label: string, choices: readonly Choice[]): void {
  const again = justClosed?.button === button && performance.now() - justClosed.at < 400;
  justClosed = null;
  opened.value = again ? null : { button, label, choices };
}

export function isMenuOpen(): boolean {
  return opened.peek() !== null;
}

/** In the browser's top layer, so that nothing cuts it off; the browser also closes it. */
export function Menu() {
  const place = useRef<HTMLDivElement>(null);
  useEffectNow(() => {
    const element = place.current;
    if (element === null || opened.value === null) return;
    putAt(element, opened.value.button);
    element.showPopover();
    // The choices are drawn after this.
    whenDrawn(() => element.querySelector<HTMLElement>(items)?.focus());
  });
  const onToggle = (event: { newState: string }) => {
    if (event.newState === "open" || opened.peek() === null) return;
    const { button } = opened.peek()!;
    // Who has chosen something did not press the button.
    justClosed = chosen ? null : { button, at: performance.now() };
    chosen = false;
    opened.value = null;
    if (document.activeElement === document.body || place.current?.contains(document.activeElement)) button.focus();
  };
  const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLElement }) => {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>(items)];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      all[(next + all.length) % all.length]?.focus();
    } else if (event.key === "Tab") {
      place.current?.hidePopover();
    }
  };
  const menu = opened.value;
  return (
    <div ref={place} class="menu" popover="auto" role="menu" aria-label={menu?.label} onToggle={onToggle} onKeyDown={onKeyDown}>
      {menu?.choices.map(({ label, icon, act, danger = false, checked, begins = false }) => (
        <button
          key={label}
          type="button"
          role={checked === undefined ? "menuitem" : "menuitemcheckbox"}
          aria-checked={checked}
          class={danger ? "menu-item menu-danger" : "menu-item"}
          data-begins={begins ? "" : undefined}
          tabIndex={-1}
          onClick={() => {
            const { button } = menu;
            chosen = true;
            place.current?.hidePopover();
            button.focus();
            act();
          }}
        >
          <Icon node={icon} small />
          <span dir="auto">{label}</span>
          {checked === true && <Icon node={Check} small />}
        </button>
      ))}
    </div>
  );
}

/** Below the button, or above it where there is more room; never beyond the window. */
function putAt(element: HTMLElement, button: HTMLElement): void {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const below = bottom < innerHeight * 0.6;
  element.style.insetBlock = below ? `${bottom + 4}px auto` : `auto ${innerHeight - top + 4}px`;
  const toLeft = right > 232;
  element.style.left = toLeft ? "auto" : `${Math.max(8, left)}px`;
  element.style.right = toLeft ? `${Math.max(8, innerWidth - right)}px` : "auto";
}
