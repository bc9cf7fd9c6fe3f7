// Shows what the address names: its chat, messages, draft, settings and title, whenever it
// or they change.

import { batch, effect, untracked } from "@preact/signals";
import type { Meter } from "../composer/context.js";
import type { Drafts } from "../composer/drafts.js";
import { focusField } from "../composer/field.js";
import type { Files } from "../composer/files.js";
import { ready, written } from "../composer/state.js";
import { type Documents, documents } from "../documents/documents.js";
import { type Conversation, path } from "../history/conversation.js";
import type { Places } from "../history/places.js";
import { type Sessions, openSession } from "../history/sessions.js";
import type { Tags } from "../history/tags.js";
import { plainName } from "../markdown/signs.js";
import { type Memory, applied } from "../memory/memory.js";
import { host } from "../models/host.js";
import { context } from "../models/next.js";
import { type Settings, layers } from "../settings/settings.js";
import { sheet, touch } from "../shared/layout.js";
import { isMenuOpen } from "../shared/menu.js";
import { place, session, temporary } from "../shared/route.js";
import { storeStatus } from "../storage/storage.js";
import { text } from "../text/en.js";

export interface Followers {
  sessions: Sessions;
  tags: Tags;
  conversation: Conversation;
  places: Places;
  drafts: Drafts;
  files: Files;
  settings: Settings;
  meter: Meter;
  memory: Memory;
  documents: Documents;
}

/** Reads the list of chats, and from then on follows the address. */
export function follow(parts: Followers): void {
  void parts.sessions.load();
  void parts.tags.load();
  followAddress(parts);
  followQuestion(parts);
  followMemory(parts);
  effect(() => {
    const name = plainName(openSession.value?.name ?? "");
    // The browser keeps titles.
    if (temporary) document.title = text.chat.title(text.chat.temporary.name);
    else document.title = session.value === null || name === "" ? text.name : text.chat.title(name);
  });
}

/** Shows the chat that the address names, with its draft. */
function followAddress({ sessions, conversation, places, drafts, files, memory, documents: ofChat }: Followers): void {
  let visits = 0;
  effect(() => {
    const here = place.value;
    const isFirst = visits++ === 0;
    untracked(() => {
      const uid = here.kind === "chat" ? here.session : null;
      void sessions.track(uid);
      // Before the messages, so that nothing moves when it is there.
      void memory.load(uid);
      void ofChat.load();
      // A chat that has just got its address is on the page already.
      if (here.kind === "chat" && here.settled) {
        return batch(() => {
          drafts.settle(here.session);
          files.settle(here.session);
        });
      }
      drafts.switchTo(uid, isFirst);
      void conversation.open(uid, places.of(uid));
      welcomeKeys();
    });
  });
  effect(() => {
    void written.value;
    drafts.changed();
  });
}

/**
 * Puts the keyboard where one writes: on arrival, and in each chat that is opened. Fingers
 * would have half of the page covered by theirs, and who is in the middle of something stays there.
 */
function welcomeKeys(): void {
  const { activeElement } = document;
  const busy = sheet.peek() !== null || isMenuOpen() || activeElement?.matches("input, textarea, select");
  if (!touch.peek() && !busy) focusField();
}

/** Keeps up with how the next question is answered and what goes along with it. */
function followQuestion({ settings, meter }: Followers): void {
  effect(() => {
    // The server's settings are a layer of the others.
    void host.value;
    void settings.load(session.value);
  });
  effect(() => {
    // Whatever changes what goes along with a question.
    void [path.value?.total, path.value?.messages.at(-1)?.uid, path.value?.messages.at(-1)?.status, layers.value, applied.value, documents.value];
    meter.update(session.value);
  });
  effect(() => {
    void context.value;
    const question = written.value.trim() || (ready.value.length > 0 ? text.documents.question(ready.value.length) : "");
    meter.try(session.value, question, ready.value.map(({ uid }) => uid));
  });
}

function followMemory({ memory }: Followers): void {
  let leader = "";
  effect(() => {
    // Who has the history now may know better whether something is being condensed.
    const { kind } = storeStatus.value;
    if (kind === leader) return;
    leader = kind;
    if (kind === "leading" || kind === "following") untracked(() => memory.changed([]));
  });
}
