import type { Signal } from "@preact/signals";
import { useSignal } from "@preact/signals";
import { Pencil, RotateCcw } from "lucide";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { announce } from "../shared/announce.js";
import { whenDrawn } from "../shared/drawn.js";
import { Icon } from "../shared/icon.js";
import { type Keys, type Shortcut, commandKey, defaultOf, giveKeys, holderOf, isChanged, keys, keysIn, labelsOf, refusalOf } from "../shared/keys.js";
import { isComposing } from "../shared/send-key.js";
import { text } from "../text/en.js";

const words = text.keys;
const names = text.help.rows;
const spelled = (of: Keys) => labelsOf(of).join(" + ");

/** What keys do, and which these are. */
export function Row({ what, keys: shown, children }: { what: string; keys: readonly string[]; children?: ComponentChildren }) {
  return (
    <div>
      <dt>{what}</dt>
      <dd>
        {shown.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
        {children}
      </dd>
    </div>
  );
}

export function ChangeButton({ what, change }: { what: string; change(): void }) {
  return (
    <button type="button" class="plain" aria-label={words.change(what)} title={words.change(what)} onClick={change}>
      <Icon node={Pencil} small />
    </button>
  );
}

interface Props {
  name: Shortcut;
  /** The shortcut whose keys are being chosen. */
  changing: Signal<Shortcut | null>;
}

/** A shortcut whose keys can be changed: it waits for them, and says what is wrong with those that come. */
export function KeyRow({ name, changing }: Props) {
  const row = useRef<HTMLDivElement>(null);
  const what = names[name];
  /** Keys that another shortcut has. */
  const wanted = useSignal<Keys | null>(null);
  const trouble = useSignal<string | null>(null);
  const isOpen = changing.value === name;

  const begin = () => {
    trouble.value = wanted.value = null;
    changing.value = name;
  };
  const end = () => {
    changing.value = null;
    whenDrawn(() => row.current?.querySelector<HTMLElement>("button:last-of-type")?.focus());
  };
  const leave = () => {
    if (isOpen && wanted.peek() === null) changing.value = null;
  };
  const give = (to: Keys) => {
    giveKeys(name, to);
    announce(words.changed(what, spelled(to)));
    end();
  };
  const propose = (to: Keys) => {
    const holder = holderOf(to, name);
    if (holder === null) return give(to);
    changing.value = name;
    wanted.value = to;
    trouble.value = words.held(spelled(to), names[holder]);
  };
  const take = (pressed: Keys | null) => {
    const refusal = refusalOf(pressed);
    if (refusal === null && pressed !== null) return propose(pressed);
    trouble.value = refusal === "alone" ? words.alone(commandKey) : pressed === null ? words.takenAny : words.taken(spelled(pressed));
  };
  return (
    <div ref={row} data-changing={isOpen ? "" : undefined}>
      <dt>{what}</dt>
      <dd>
        {isOpen && wanted.value === null ? (
          <Waiting what={what} take={take} cancel={end} leave={leave} />
        ) : (
          labelsOf(keys.value[name]).map((key) => <kbd key={key}>{key}</kbd>)
        )}
        {!isOpen && isChanged(name) && (
          <button type="button" class="plain" aria-label={words.reset(what)} title={words.reset(what)} onClick={() => propose(defaultOf(name))}>
            <Icon node={RotateCcw} small />
          </button>
        )}
        {!isOpen && <ChangeButton what={what} change={begin} />}
      </dd>
      {isOpen && trouble.value !== null && (
        <dd class="keys-trouble">
          <p role="alert">{trouble.value}</p>
          {wanted.value !== null && <Swap swap={() => give(wanted.peek()!)} leave={end} />}
        </dd>
      )}
    </div>
  );
}

interface WaitingProps {
  what: string;
  take(pressed: Keys | null): void;
  cancel(): void;
  /** The focus has gone elsewhere. */
  leave(): void;
}

/** Takes the keys that are pressed next. Tab goes on as always, so that nobody is caught here. */
function Waiting({ what, take, cancel, leave }: WaitingProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Tab" || /^(Control|Shift|Alt|AltGraph|Meta|CapsLock|Dead|Process)$/.test(event.key) || isComposing(event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape" && !event.shiftKey) cancel();
    else take(keysIn(event));
  };
  return (
    <button ref={button} type="button" class="keys-waiting" aria-label={words.pressFor(what)} onKeyDown={onKeyDown} onBlur={leave}>
      {words.press}
    </button>
  );
}

function Swap({ swap, leave }: { swap(): void; leave(): void }) {
  const button = useRef<HTMLButtonElement>(null);
  // What had the focus is gone.
  useLayoutEffect(() => button.current?.focus(), []);
  return (
    <div class="keys-acts">
      <button ref={button} type="button" class="worded first" onClick={swap}>
        {words.swap}
      </button>
      <button type="button" class="worded" onClick={leave}>
        {words.leave}
      </button>
    </div>
  );
}
