import { useSignal } from "@preact/signals";
import { Bot, CaseSensitive, Check, ChevronDown, ChevronLeft, ChevronRight, Copy, Ellipsis, FileText, FoldVertical, GitBranch, Pin, PinOff, RefreshCw, Trash2, UnfoldVertical } from "lucide";
import type { Message } from "../core/protocol.gen.js";
import { hidden, versionOf } from "../history/erasing.js";
import { providers } from "../models/host.js";
import { modelName } from "../models/model-name.js";
import { next } from "../models/rung.js";
import { announce } from "../shared/announce.js";
import { complain } from "../shared/complain.js";
import { Icon } from "../shared/icon.js";
import { type Choice, openMenu } from "../shared/menu.js";
import { temporary } from "../shared/route.js";
import { text } from "../text/en.js";
import { copyAs } from "./copying.js";
import type { ChatIntents } from "./intents.js";
import { letGo } from "./use-follow.js";

const words = text.chat.actions;

/** Copies by what it is given, and says so for a moment. */
export function CopyButton({ copy: does, worded = false }: { copy: () => Promise<boolean>; worded?: boolean }) {
  const copied = useSignal(false);
  const copy = async () => {
    if (!(await does())) return;
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
      <button type="button" class="plain act-pin" aria-label={label} title={label} onClick={() => void intents.memory.pin(message)}>
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

interface MoreProps {
  message: Message;
  /** What goes with it when it is deleted. */
  along?: Message | null;
  intents: ChatIntents;
}

/** What is wanted less often: other ways to copy, a chat that begins here, what is kept, and the bin. */
export function MoreButton({ message, along = null, intents }: MoreProps) {
  const { pinned = false, content } = message;
  const open = (event: MouseEvent & { currentTarget: HTMLElement }) => {
    const choices: Choice[] = [];
    if (content !== "" && message.role !== "user") {
      choices.push(
        { label: words.copyMarkdown, icon: FileText, act: () => void copyAs("markdown", message) },
        { label: words.copyPlain, icon: CaseSensitive, act: () => void copyAs("plain", message) },
      );
    }
    if (!temporary) choices.push({ label: words.branch, icon: GitBranch, act: () => void intents.steps.inNewChat(message.uid).catch(complain), begins: choices.length > 0 });
    choices.push({ label: pinned ? text.memory.unpin : text.memory.pin, icon: pinned ? PinOff : Pin, act: () => void intents.memory.pin(message) });
    choices.push({ label: words.erase, icon: Trash2, danger: true, begins: true, act: () => void intents.erasing.erase(message, along) });
    openMenu(event.currentTarget, words.more, choices);
  };
  return (
    <button type="button" class="plain" aria-label={words.more} title={words.more} aria-haspopup="menu" onClick={open}>
      <Icon node={Ellipsis} small />
    </button>
  );
}

/** Leads to the versions beside this one. Nothing above them moves. */
export function Versions({ message, intents }: { message: Message; intents: ChatIntents }) {
  const { sibling, siblings } = versionOf(message);
  if (siblings < 2) return null;
  const turn = (step: -1 | 1) => {
    letGo();
    void intents.conversation.switchTo(message, step, (uid) => !hidden.peek().has(uid));
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
