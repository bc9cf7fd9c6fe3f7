import { sendKey } from "../prefs.js";
import { text } from "../text/en.js";
import { Sheet } from "./sheet.js";
import { commandKey } from "./shortcuts.js";

const words = text.help.rows;

const rows = () => [
  sendKey.value === "enter" ? { keys: ["Enter"], what: words.send } : { keys: [commandKey, "Enter"], what: words.send },
  sendKey.value === "enter" ? { keys: ["Shift", "Enter"], what: words.line } : { keys: ["Enter"], what: words.line },
  { keys: ["↑"], what: words.last },
  { keys: [commandKey, "Shift", "O"], what: words.new },
  { keys: [commandKey, "K"], what: words.search },
  { keys: [commandKey, "B"], what: words.sidebar },
  { keys: ["Shift", "Esc"], what: words.focus },
  { keys: [commandKey, "Shift", ";"], what: words.copy },
  { keys: [commandKey, "Shift", "⌫"], what: words.delete },
  { keys: ["Alt", "P"], what: words.pieces },
  { keys: [commandKey, ","], what: words.settings },
  { keys: [commandKey, "/"], what: words.help },
  { keys: ["Esc"], what: words.escape },
];

export function HelpSheet() {
  return (
    <Sheet name="help" title={text.help.title} close={text.help.close}>
      <dl class="keys">
        {rows().map(({ keys, what }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p class="sheet-foot">{text.help.version(__VERSION__)}</p>
    </Sheet>
  );
}
