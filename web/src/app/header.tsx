import { Ellipsis, PanelLeft, SquarePen } from "lucide";
import type { HistoryIntents } from "../history/intents.js";
import { ChatNameField } from "../history/name-field.js";
import { choicesOf, renaming } from "../history/session-choices.js";
import { missing, openSession } from "../history/sessions.js";
import { Icon } from "../shared/icon.js";
import { hinted } from "../shared/keys.js";
import { narrow, showSidebar, sidebarShown } from "../shared/layout.js";
import { openMenu } from "../shared/menu.js";
import { session as shown, temporary } from "../shared/route.js";
import { plainName } from "../markdown/signs.js";
import { text } from "../text/en.js";
import { Mark } from "./mark.js";
import { startNew } from "./sidebar.js";
import { Tools } from "./tools.js";

interface Props {
  intents: HistoryIntents;
}

export function Header({ intents }: Props) {
  const hidden = !sidebarShown.value || narrow.value;
  return (
    <header class="head">
      {hidden && (
        <button
          type="button"
          class="plain"
          aria-label={text.chat.sidebar.show}
          {...hinted("sidebar", text.chat.sidebar.show)}
          aria-expanded={sidebarShown.value}
          onClick={() => showSidebar(true)}
        >
          <Icon node={PanelLeft} />
        </button>
      )}
      {hidden && !narrow.value && <NewButton />}
      {shown.value === null ? (
        <p class="wordmark">
          <Mark />
          <span>{text.name}</span>
        </p>
      ) : (
        <Title intents={intents} />
      )}
      {narrow.value ? shown.value !== null && <NewButton /> : <Tools />}
    </header>
  );
}

function NewButton() {
  return (
    <button type="button" class="plain" aria-label={text.chat.new} {...hinted("new", text.chat.new)} onClick={startNew}>
      <Icon node={SquarePen} />
    </button>
  );
}

/** The name of the chat, which a press makes a field, and what can be done with the chat. */
function Title({ intents }: Props) {
  const session = openSession.value;
  if (temporary) return <h1 class="head-title head-temporary">{text.chat.temporary.name}</h1>;
  if (missing.value) return <h1 class="head-title">{text.chat.gone}</h1>;
  if (session === null) return <h1 class="head-title" />;
  const name = plainName(session.name) || text.chat.unnamed;
  const rename = () => (renaming.value = { session: session.uid, where: "head" });
  return (
    <>
      <h1 class="head-title">
        {renaming.value?.where === "head" && renaming.value.session === session.uid ? (
          <ChatNameField session={session} intents={intents} />
        ) : (
          <button type="button" class="head-name" title={text.chat.sessions.rename} onClick={rename}>
            <span dir="auto">{name}</span>
          </button>
        )}
      </h1>
      <button
        type="button"
        class="plain"
        aria-label={text.chat.sessions.menu(name)}
        aria-haspopup="menu"
        onClick={(event) => openMenu(event.currentTarget, name, choicesOf(session, "head", intents))}
      >
        <Icon node={Ellipsis} />
      </button>
    </>
  );
}
