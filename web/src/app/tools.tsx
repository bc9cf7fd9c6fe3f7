import { HardDrive, Keyboard, SlidersHorizontal, WholeWord, type IconNode } from "lucide";
import { Icon } from "../shared/icon.js";
import { hinted } from "../shared/keys.js";
import { compact, piecesShown, sheet, togglePieces } from "../shared/layout.js";
import { text } from "../text/en.js";
import { ThemeSwitch } from "./theme-switch.js";

/** What belongs to the page and not to a chat: at the end of the head, or of the sidebar where it is narrow. */
export function Tools() {
  return (
    <div class="page-tools">
      {!compact.value && (
        <button
          type="button"
          class="plain"
          aria-label={text.pieces.toggle}
          {...hinted("pieces", text.pieces.toggle)}
          aria-pressed={piecesShown.value}
          onClick={togglePieces}
        >
          <Icon node={WholeWord} />
        </button>
      )}
      <Opener sheet="settings" label={text.chat.settings.open} icon={SlidersHorizontal} />
      <Opener sheet="storage" label={text.storage.open} icon={HardDrive} />
      <Opener sheet="help" label={text.help.open} icon={Keyboard} />
      <ThemeSwitch />
    </div>
  );
}

function Opener({ sheet: name, label, icon }: { sheet: "settings" | "storage" | "help"; label: string; icon: IconNode }) {
  return (
    <button
      type="button"
      class={`plain ${name}-open`}
      aria-label={label}
      {...(name === "storage" ? { title: label } : hinted(name, label))}
      aria-haspopup="dialog"
      onClick={() => (sheet.value = name)}
    >
      <Icon node={icon} />
    </button>
  );
}
