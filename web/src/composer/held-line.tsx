import { Clock } from "lucide";
import { plainName } from "../markdown/signs.js";
import { Icon } from "../shared/icon.js";
import { text } from "../text/en.js";
import { held, reading } from "./state.js";

const words = text.documents;

/** Says that the question waits for its files, and offers not to. */
export function HeldLine() {
  const now = held.value;
  const [first, ...more] = reading.value;
  if (now === null || first === undefined) return null;
  const said = now.late ? words.late : words.waiting;
  return (
    <div class="held" role="status">
      <Icon node={Clock} small />
      <p>{said(plainName(first), more.length)}</p>
      <button type="button" class="worded small" onClick={now.sendWithout}>
        {words.without(more.length + 1)}
      </button>
      <button type="button" class="worded small" onClick={now.cancel}>
        {words.wait}
      </button>
    </div>
  );
}
