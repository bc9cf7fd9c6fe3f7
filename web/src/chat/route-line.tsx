import { ArrowLeftRight } from "lucide";
import { answerOf } from "../core/decode.js";
import type { Message, Understood } from "../core/protocol.gen.js";
import { withoutHidden } from "../markdown/signs.js";
import { Icon } from "../shared/icon.js";
import { route as words } from "../text/route.js";
import type { ChatIntents } from "./intents.js";

export interface RouteProps {
  understood: Understood;
  answer: Message;
  last: boolean;
  intents: ChatIntents;
}

/** Which source was asked, or left the question to others; another one is a click away. */
export function RouteLine({ understood, answer, last, intents }: RouteProps) {
  const { route, routes = [], guess, offer, routeReason = "" } = understood;
  const passed = answerOf(answer.metadata)?.gathered?.find((one) => one.aside !== undefined);
  const aside = passed?.aside;
  if (offer !== undefined && aside === undefined) return <Offer name={offer} answer={answer} intents={intents} />;
  const others = passed === undefined ? routes.filter((name) => name !== route) : [passed.from];
  // Where no source was asked, one is offered for the last question, or where it was likely.
  if (others.length === 0 || (passed === undefined && route === "general" && !last && guess === undefined)) return null;
  const taken = aside === undefined ? words.taken(route) : withoutHidden(aside);
  return (
    <div class="understood route" role="group" aria-label={words.label}>
      <Icon node={ArrowLeftRight} small />
      <p title={routeReason} dir="auto">
        {taken}
        {others.map((name, i) => (
          <span key={name}>
            {(taken !== "" || i > 0) && " · "}
            <button type="button" class="linked" onClick={() => intents.turns.again(answer, { route: name })}>
              {words.take(name)}
            </button>
          </span>
        ))}
      </p>
    </div>
  );
}

/** A source that the chat has not attached, and that the question seems to be for. */
function Offer({ name, answer, intents }: { name: string; answer: Message; intents: ChatIntents }) {
  const ask = () => {
    intents.attach(name);
    intents.turns.again(answer, { route: name });
  };
  return (
    <div class="understood route" role="group" aria-label={words.label}>
      <Icon node={ArrowLeftRight} small />
      <p>
        {words.offer}
        {" · "}
        <button type="button" class="linked" onClick={ask}>
          {words.take(name)}
        </button>
      </p>
    </div>
  );
}
