import { HardDrive, Keyboard } from "lucide";
import { text } from "../text/en.js";
import { helpOpen, storageOpen } from "../state.js";
import { Icon } from "./icon.js";
import { Mark } from "./mark.js";
import { ThemeSwitch } from "./theme-switch.js";

export function Header() {
  return (
    <header class="head">
      <p class="wordmark">
        <Mark />
        <span>{text.name}</span>
      </p>
      <ThemeSwitch />
      <button
        type="button"
        class="plain storage-open"
        aria-label={text.storage.open}
        title={text.storage.open}
        aria-haspopup="dialog"
        onClick={() => (storageOpen.value = true)}
      >
        <Icon node={HardDrive} />
      </button>
      <button
        type="button"
        class="plain"
        aria-label={text.help.open}
        title={text.help.open}
        aria-haspopup="dialog"
        onClick={() => (helpOpen.value = true)}
      >
        <Icon node={Keyboard} />
      </button>
    </header>
  );
}
