import { useSignal } from "@preact/signals";
import { Bot, Check, ChevronDown, ChevronLeft, ChevronRight, Copy, FoldVertical, Pin, PinOff, RefreshCw, UnfoldVertical } from "lucide";
import type { Message } from "../core/protocol.gen.js";
import { providers } from "../models/host.js";
import { modelName } from "../models/model-name.js";
import { next } from "../models/rung.js";
import { announce } from "../shared/announce.js";
import { Icon } from "../shared/icon.js";
import { type Choice, openMenu } from "../shared/menu.js";
import { say } from "../shared/toast.js";
import { text } from "../text/en.js";
import type { ChatIntents } from "./intents.js";
import { letGo } from "./use-follow.js";

const words = text.chat.actions;

/** Puts a text onto the clipboard; returns whether the browser lets us. */
export async function copyText(content: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(content);
    return true;
  } catch {
    say(text.chat.copyRefused);
    return false;
  }
}

export function CopyButton({ content, worded = false }: { content: () => string; worded?: boolean }) {
  const copied = useSignal(false);
  const copy = async () => {
    if (!(await copyText(content()))) return;
    copied.value = true;
    announce(words.copied);
    setTimeout(() => (copied.value = false), 2000);
  };
  const label = copied.value ? words.copied : words.copy;
  return (
    <button type="button" class={worded ? "worded small" : "plain"} aria-label={label} title={label} onClick={() => void copy()}>
      <Icon node={copied.value ? Check : Copy} small />
      {worded && label}
    </button>
  );
}

/** Has a question answered once more: as before, at another length if a model answers, or by another model if there are several. */
export function AgainButtons({ message, by, intents }: { message: Message; by: string | undefined; intents: ChatIntents }) {
  const others = [...new Set(providers.value.flatMap(({ models }) => models))].filter((name) => name !== by);
  const choices: Choice[] = others.map((model) => ({ label: modelName(model), icon: Bot, act: () => intents.turns.again(message, { model }) }));
  if (next.value !== null && next.value.provider !== null) {
    choices.unshift(
      { label: words.lengths.shorter, icon: FoldVertical, act: () => intents.turns.again(message, { length: "shorter" }) },
      { label: words.lengths.longer, icon: UnfoldVertical, act: () => intents.turns.again(message, { length: "longer" }) },
    );
  }
  return (
    <>
      <button type="button" class="plain" aria-label={words.again} title={words.again} onClick={() => intents.turns.again(message)}>
        <Icon node={RefreshCw} small />
      </button>
      {choices.length > 0 && (
        <button
          type="button"
          class="plain"
          aria-label={words.againWith}
          title={words.againWith}
          aria-haspopup="menu"
          onClick={(event) => openMenu(event.currentTarget, words.againWith, choices)}
        >
          <Icon node={ChevronDown} small />
        </button>
      )}
    </>
  );
}

/** Keeps a message whole where others are condensed. One that is says so. */
export function PinButton({ message, intents }: { message: Message; intents: ChatIntents }) {
  const { pinned = false } = message;
  const label = pinned ? text.memory.unpin : text.memory.pin;
  return (
    <>
      <button type="button" class="plain" aria-label={label} title={label} onClick={() => void intents.memory.pin(message)}>
        <Icon node={pinned ? PinOff : Pin} small />
      </button>
      {pinned && (
        <span class="acts-pinned">
          <Icon node={Pin} small />
          {text.memory.pinned}
        </span>
      )}
    </>
  );
}

/** Leads to the versions beside this one. Nothing above them moves. */
export function Versions({ message, intents }: { message: Message; intents: ChatIntents }) {
  const { sibling = 0, siblings = 0 } = message;
  if (siblings < 2) return null;
  const turn = (step: number) => {
    letGo();
    void intents.conversation.switchTo(message, step);
  };
  return (
    <span class="versions figures" role="group" aria-label={words.placeLabel(sibling, siblings)}>
      <button type="button" class="plain" aria-label={words.previous} title={words.previous} disabled={sibling <= 1} onClick={() => turn(-1)}>
        <Icon node={ChevronLeft} small />
      </button>
      <span aria-hidden="true">{words.place(sibling, siblings)}</span>
      <button type="button" class="plain" aria-label={words.next} title={words.next} disabled={sibling >= siblings} onClick={() => turn(1)}>
        <Icon node={ChevronRight} small />
      </button>
    </span>
  );
}
