import { ArrowLeftRight } from "lucide";
import type { Message, Understood } from "../core/protocol.gen.js";
import { Icon } from "../shared/icon.js";
import { route as words } from "../text/route.js";
import type { ChatIntents } from "./intents.js";

export interface RouteProps {
  understood: Understood;
  answer: Message;
  last: boolean;
  intents: ChatIntents;
}

/** Who was asked, where there were several; another one is a click away. */
export function RouteLine({ understood, answer, last, intents }: RouteProps) {
  const { route, routes = [], guess, routeReason = "" } = understood;
  const others = routes.filter((name) => name !== route);
  // What nobody was asked for is said where it can be changed.
  if (others.length === 0 || (route === "general" && !last && guess === undefined)) return null;
  return (
    <div class="understood route" role="group" aria-label={words.label}>
      <Icon node={ArrowLeftRight} small />
      <p title={routeReason}>
        {words.taken(route)}
        {others.map((name) => (
          <span key={name}>
            {" · "}
            <button type="button" class="linked" onClick={() => intents.turns.again(answer, { route: name })}>
              {words.take(name)}
            </button>
          </span>
        ))}
      </p>
    </div>
  );
}
