import { Columns2, Ellipsis, Keyboard, MessageCircleDashed, MoveHorizontal, PanelLeft, SlidersHorizontal, SquarePen } from "lucide";
import { ChatNameField } from "../history/name-field.js";
import { choicesOf, renaming } from "../history/session-choices.js";
import { missing, openSession } from "../history/sessions.js";
import { Icon } from "../shared/icon.js";
import { hinted } from "../shared/keys.js";
import { narrow, openSettings, showSidebar, sidebarShown } from "../shared/layout.js";
import { type Choice, openMenu } from "../shared/menu.js";
import { chooseColumn, column } from "../shared/prefs.js";
import { session as shown, temporary } from "../shared/route.js";
import { plainName } from "../markdown/signs.js";
import { text } from "../text/en.js";
import type { Intents } from "./intents.js";
import { Mark } from "./mark.js";
import { startNew, startTemporary } from "./sidebar.js";

interface Props {
  intents: Intents;
}

/** The name of the chat, and one menu with what can be done with it and with the page. */
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
      <div class="head-end live">
        {narrow.value && shown.value !== null && <NewButton />}
        <MenuButton intents={intents} />
      </div>
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

/** The name of the chat, which a press makes a field. */
function Title({ intents }: Props) {
  const session = openSession.value;
  if (temporary) return <h1 class="head-title head-temporary">{text.chat.temporary.name}</h1>;
  if (missing.value) return <h1 class="head-title">{text.chat.gone}</h1>;
  if (session === null) return <h1 class="head-title" />;
  const name = plainName(session.name) || text.chat.unnamed;
  const rename = () => (renaming.value = { session: session.uid, where: "head" });
  return (
    <h1 class="head-title">
      {renaming.value?.where === "head" && renaming.value.session === session.uid ? (
        <ChatNameField session={session} intents={intents.history} />
      ) : (
        <button type="button" class="head-name" title={text.chat.sessions.rename} onClick={rename}>
          {/* Another name is another element: a browser that translates the page keeps the text that it has put into this one. */}
          <span key={name} dir="auto">
            {name}
          </span>
        </button>
      )}
    </h1>
  );
}

/** What can be done with the chat that is shown, and with the page. */
function MenuButton({ intents }: Props) {
  const session = temporary || missing.value ? null : openSession.value;
  const name = session === null ? text.chat.menu : text.chat.sessions.menu(plainName(session.name) || text.chat.unnamed);
  const choices = () => {
    const own = session === null ? [] : choicesOf(session, "head", intents.history);
    const last = own.filter(({ danger }) => danger);
    return [...own.filter(({ danger }) => !danger), ...ofPage(own.length > 0), ...last.map((choice) => ({ ...choice, begins: true }))];
  };
  return (
    <button type="button" class="plain" aria-label={name} title={text.chat.menu} aria-haspopup="menu" onClick={(event) => openMenu(event.currentTarget, name, choices())}>
      <Icon node={Ellipsis} />
    </button>
  );
}

/** What belongs to the page and not to a chat. */
function ofPage(begins: boolean): Choice[] {
  const wide = column.peek() === "wide";
  const list: Choice[] = [{ label: text.chat.wide, icon: wide ? Columns2 : MoveHorizontal, checked: wide, act: () => chooseColumn(wide ? "normal" : "wide"), begins }];
  if (shown.peek() === null && !temporary) list.unshift({ label: text.chat.temporary.start, icon: MessageCircleDashed, act: startTemporary });
  if (shown.peek() !== null && sidebarShown.peek() && !narrow.peek()) return list;
  list.push({ label: text.chat.settings.open, icon: SlidersHorizontal, act: () => openSettings() });
  list.push({ label: text.help.open, icon: Keyboard, act: () => openSettings("keyboard") });
  return list;
}
