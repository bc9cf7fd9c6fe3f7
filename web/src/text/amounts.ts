// How many of something, in words.

import { number, plural } from "./format.js";

export const count = (n: number, one: string, other: string) => `${number(n)} ${plural(n, one, other)}`;
export const chats = (n: number) => count(n, "chat", "chats");
export const amount = (sessions: number, messages: number) => {
  const said = count(messages, "message", "messages");
  return sessions === 0 ? said : messages === 0 ? chats(sessions) : `${chats(sessions)} and ${said}`;
};
