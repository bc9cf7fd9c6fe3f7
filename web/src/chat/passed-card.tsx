import { CornerDownRight } from "lucide";
import { Icon } from "../shared/icon.js";
import { text } from "../text/en.js";

/** What is left of a card that nobody has answered. */
export function PassedCard() {
  return (
    <p class="clarify-passed">
      <Icon node={CornerDownRight} small />
      {text.understanding.card.passed}
    </p>
  );
}
