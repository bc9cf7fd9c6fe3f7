// What the reader thinks of answers. It is kept with the message, in this browser, and
// sent to nobody.

import type { Client } from "../core/client.js";
import type { Feedback, Message } from "../core/protocol.gen.js";
import type { Conversation } from "../history/conversation.js";
import { announce } from "../shared/announce.js";
import { complain } from "../shared/complain.js";
import { text } from "../text/en.js";

const words = text.chat.feedback;

/** The longest reason that the core keeps, in characters. */
export const longestReason = 500;

export class Rating {
  constructor(
    private readonly client: Client,
    private readonly conversation: Conversation,
  ) {}

  /** Keeps a word on an answer, or takes back what was said of it. */
  async rate(message: Message, feedback: Feedback | null): Promise<void> {
    try {
      const params = feedback === null ? {} : { feedback };
      const { updatedAt, metadata = {} } = await this.client.call("messages.rate", { message: message.uid, ...params });
      this.conversation.replace({ ...message, updatedAt, metadata });
      announce(feedback === null ? words.taken : feedback.up ? words.keptUp : words.keptDown);
    } catch (error) {
      complain(error);
    }
  }
}
