import type { Client } from "../core/client.js";
import { answerOf } from "../core/decode.js";
import type { Message } from "../core/protocol.gen.js";
import { modelName } from "../models/model-name.js";
import { text } from "../text/en.js";
import { isErased } from "./conversation.js";

/** Messages that one request gives. */
const part = 500;

/** All messages of the path that is shown, however long it is. Those without words say nothing. */
export async function messagesOf(client: Client, session: string): Promise<Message[]> {
  const all: Message[] = [];
  for (let total = 1, from = 0; from < total; from += part) {
    const path = await client.call("messages.path", { session, from, limit: part });
    total = path.total;
    all.push(...path.messages.filter((message) => message.content !== "" && !isErased(message)));
  }
  return all;
}

/** Who says a message, and by which model. */
export function speakerOf({ role, metadata }: Message): string {
  const by = text.chat.search.by[role];
  const model = role === "assistant" ? answerOf(metadata)?.model : undefined;
  return model === undefined ? by : text.chat.paper.by(by, modelName(model));
}
