import { text } from "../text/en.js";

const words = text.chat.turn;

/** Something is being written, and not here. */
export function Typing({ words: said }: { words?: string | undefined }) {
  return (
    <p class="typing">
      <span class={said === undefined ? "aside" : ""}>{said ?? words.answering}</span>
      <i />
      <i />
      <i />
    </p>
  );
}
