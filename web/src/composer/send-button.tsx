import { ArrowUp, Square } from "lucide";
import { Icon } from "../shared/icon.js";
import { text } from "../text/en.js";
import { context } from "../models/next.js";
import { level, share, used } from "./context.js";
import type { ComposerIntents } from "./intents.js";
import { hasDraft } from "./state.js";

const radius = 20.5;
const around = 2 * Math.PI * radius;
/** A conversation that takes anything at all shows at least a dot. */
const least = 0.004;

const words = text.chat.field;

/**
 * Sends, or stops the answer that is under way, in one place; with a question ready
 * while an answer comes, both stand side by side. The ring around it is the context.
 */
export function SendButton({ intents }: { intents: ComposerIntents }) {
  const answering = intents.answering.value;
  // With keys, so that the one never becomes the other while it is being pressed: a question
  // that Stop gives back would be sent again by the same click.
  const stop = (
    <button key="stop" type="button" class="send send-stop" aria-label={words.stop} title={words.stop} onClick={() => intents.stop()}>
      <Icon node={Square} small />
    </button>
  );
  const ready = hasDraft.value;
  const label = answering ? words.sendWaits : words.send;
  return (
    <>
      {answering && ready && <span class="send-beside">{stop}</span>}
      <span class="send-place">
        <Ring />
        {answering && !ready ? (
          stop
        ) : (
          <button key="send" type="submit" class="send" aria-label={label} title={label} disabled={!ready}>
            <Icon node={ArrowUp} />
          </button>
        )}
      </span>
    </>
  );
}

/** How much of what the model can read would be sent; a mark shows where older messages are condensed. */
function Ring() {
  const { window = 0, threshold = 0 } = context.value ?? {};
  const part = window > 0 ? (used.value ?? 0) / window : (share.value ?? 0);
  return (
    <svg class="ring" viewBox="0 0 44 44" aria-hidden="true" data-level={level.value}>
      <circle class="ring-track" cx="22" cy="22" r={radius} />
      {(used.value ?? 0) > 0 && (
        <circle class="ring-arc" cx="22" cy="22" r={radius} stroke-dasharray={`${Math.min(1, Math.max(least, part)) * around} ${around}`} />
      )}
      {threshold > 0 && threshold < window && <circle class="ring-mark" cx="22" cy="22" r={radius} stroke-dasharray={`2 ${around}`} stroke-dashoffset={-(threshold / window) * around} />}
    </svg>
  );
}
