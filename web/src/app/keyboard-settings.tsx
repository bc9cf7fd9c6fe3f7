import { useSignal } from "@preact/signals";
import { announce } from "../shared/announce.js";
import { type Shortcut, commandKey, isChanged, resetKeys, shortcuts } from "../shared/keys.js";
import { chooseSendKey, sendKey } from "../shared/prefs.js";
import { text } from "../text/en.js";
import { ChangeButton, KeyRow, Row } from "./key-row.js";

const words = text.help.rows;

/** Every shortcut with its keys, which can be others. */
export function KeyboardSettings() {
  const changing = useSignal<Shortcut | null>(null);
  const byEnter = sendKey.value === "enter";
  const command = [commandKey, "Enter"];
  const reset = () => {
    changing.value = null;
    resetKeys();
    announce(text.keys.resetDone);
  };
  return (
    <>
      <dl class="keys">
        <Row what={words.send} keys={byEnter ? ["Enter"] : command}>
          <ChangeButton what={words.send} change={() => chooseSendKey(byEnter ? "command-enter" : "enter")} />
        </Row>
        <Row what={words.line} keys={byEnter ? ["Shift", "Enter"] : ["Enter"]} />
        <Row what={words.last} keys={["↑"]} />
        <Row what={words.paste} keys={[commandKey, "Shift", "V"]} />
        <Row what={words.commands} keys={["/"]} />
        <Row what={words.model} keys={["@"]} />
        {shortcuts.map((name) => (
          <KeyRow key={name} name={name} changing={changing} />
        ))}
        <Row what={words.escape} keys={["Esc"]} />
      </dl>
      {shortcuts.some(isChanged) && (
        <div class="keys-foot">
          <button type="button" class="worded" onClick={reset}>
            {text.keys.resetAll}
          </button>
        </div>
      )}
    </>
  );
}
