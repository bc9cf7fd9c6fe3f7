// A chat on paper: all of the path that is shown, and nothing of the page around it.

import { render } from "preact";
import type { Client } from "../core/client.js";
import type { Message, Session } from "../core/protocol.gen.js";
import { plainName } from "../markdown/signs.js";
import { Markdown } from "../prose/markdown.js";
import { complain } from "../shared/complain.js";
import { text } from "../text/en.js";
import { moment } from "../text/format.js";
import { messagesOf, speakerOf } from "./whole-chat.js";

/** Shows the browser's dialog for a chat; what is printed is gone when it closes. */
export async function printChat(client: Client, session: Session): Promise<void> {
  try {
    const messages = await messagesOf(client, session.uid);
    const place = Object.assign(document.createElement("div"), { className: "paper" });
    render(<Paper session={session} messages={messages} />, place);
    document.body.append(place);
    document.documentElement.dataset["printing"] = "";
    addEventListener(
      "afterprint",
      () => {
        delete document.documentElement.dataset["printing"];
        render(null, place);
        place.remove();
      },
      { once: true },
    );
    print();
  } catch (error) {
    complain(error);
  }
}

function Paper({ session, messages }: { session: Session; messages: readonly Message[] }) {
  return (
    <>
      <h1 dir="auto">{plainName(session.name) || text.chat.unnamed}</h1>
      <p class="paper-note">{moment(session.lastMessageAt)}</p>
      {messages.map((message) => (
        <article key={message.uid} data-role={message.role}>
          <h2>{speakerOf(message)}</h2>
          {message.role === "user" ? (
            <p class="paper-question" dir="auto">
              {message.content}
            </p>
          ) : (
            <Markdown text={message.content} streaming={false} />
          )}
        </article>
      ))}
    </>
  );
}
