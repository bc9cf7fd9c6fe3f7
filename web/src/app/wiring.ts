// Builds the parts of the page, tells them of each other and of what the core says, and
// hands their intents to the views.

import { computed, effect } from "@preact/signals";
import { stayAwake } from "../chat/awake.js";
import { Composing } from "../chat/composing.js";
import { Rating } from "../chat/rating.js";
import { Sources } from "../chat/sources.js";
import { Steps } from "../chat/steps.js";
import { Turns, answering, isUnderWay, lives } from "../chat/turns.js";
import { refused } from "../chat/understanding.js";
import { Meter } from "../composer/context.js";
import { Counter } from "../composer/counter.js";
import { Drafts } from "../composer/drafts.js";
import { attach } from "../composer/attached.js";
import { takeAsked } from "../composer/field.js";
import { Files } from "../composer/files.js";
import { keepCounted } from "../composer/keep-counted.js";
import { written } from "../composer/state.js";
import { Client } from "../core/client.js";
import { core } from "../core/status.js";
import { Documents } from "../documents/documents.js";
import { FAQ } from "../faq/faq.js";
import { Library } from "../documents/library.js";
import { Conversation } from "../history/conversation.js";
import { Erasing } from "../history/erasing.js";
import * as chats from "../history/parts.js";
import { Places } from "../history/places.js";
import { Search } from "../history/search.js";
import { Sessions } from "../history/sessions.js";
import { Tags } from "../history/tags.js";
import { Memory } from "../memory/memory.js";
import { Preview } from "../memory/preview.js";
import { Remembered, showRemembered } from "../memory/remembered.js";
import { Abouts } from "../models/abouts.js";
import { Host, host, providerOf, providers, takeToken } from "../models/host.js";
import { Models, fetching } from "../models/models.js";
import { type Next, next } from "../models/rung.js";
import { Outbox } from "../offline/outbox.js";
import { Reach } from "../offline/reach.js";
import { Service } from "../offline/service.js";
import { findShared } from "../offline/shared.js";
import { keepDivided } from "../pieces/divide.js";
import { pieces } from "../pieces/pieces.js";
import { Settings } from "../settings/settings.js";
import { narrow, sheet, showSidebar } from "../shared/layout.js";
import { go, session, temporary } from "../shared/route.js";
import { storageIntents } from "../storage/intents.js";
import { Copies } from "../storage/copies.js";
import { Room } from "../storage/room.js";
import { Storage } from "../storage/storage.js";
import { Temporary } from "../temporary/temporary.js";
import { commandsNow, modelsNow, sourcesNow } from "./commands.js";
import { follow } from "./follow.js";
import type { Intents } from "./intents.js";

export function connect(): Intents {
  takeToken();
  const client = newClient(() => parts, () => recount());
  const parts: Parts = build(client);
  // A history in memory is open at once, so that a question may be there before the core is ready.
  if (temporary) void parts.host.connect();
  const recount: () => void = keepCounted(parts.counter);
  follow(parts);
  keepDivided(client);
  stayAwake();
  yieldWhenFrozen(client);
  new Reach(parts.host, parts.outbox);
  void findShared();
  effect(() => {
    if (host.value?.state === "no_model" && providers.value.length === 0) void parts.models.prepare();
  });
  effect(() => parts.room.noteFree(host.value?.server?.free ?? 0));
  // It is loaded while its question is typed, and at once if it was fetched for this visit.
  effect(() => {
    if (written.value !== "" || fetching.value !== null) warm(parts.models, next.value);
  });
  // Enter was pressed before this script was there.
  const asked = takeAsked();
  if (asked !== null) parts.composing.ask(asked);
  return intentsOf(client, parts, recount);
}

/** Loads who answers next, if it is a model in this browser. */
function warm(models: Models, answers: Next | null): void {
  if (answers?.rung === "browser" && answers.model !== "") void models.warm(answers.model);
}

/** Resolves when it is known who answers; null if it is. */
function whoIsKnown(): Promise<void> | null {
  if (host.peek() !== null) return null;
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (host.value === null) return;
      resolve();
      queueMicrotask(() => stop());
    });
  });
}

/** Whether the program can be asked for more than its page. */
function isThere(): boolean {
  const state = host.value?.state;
  return state !== undefined && state !== "unreachable" && state !== "locked";
}

type Parts = ReturnType<typeof build>;

/** The core, and who is told of what it says by itself. */
function newClient(parts: () => Parts, recount: () => void): Client {
  return new Client(
    __WORKER__,
    {
      onReady: () => {
        core.value = { kind: "ready" };
        parts().storage.open();
        void parts().library.load();
        parts().models.serve();
        void parts().host.connect();
      },
      onCrash: ({ message, detail }) => (core.value = { kind: "stopped", message, detail }),
      onStore: (status) => parts().storage.setStatus(status),
      onChanged: ({ sessions: changed, documents: isDocuments = false, faq: isFAQ = false }) => {
        const { storage, copies, documents, library, sessions, memory, remembered } = parts();
        storage.refreshSoon();
        copies.soon();
        if (isDocuments) {
          void documents.load();
          void library.load();
        }
        if (isFAQ) parts().faq.changed();
        if ((isDocuments || isFAQ) && changed.length === 0) return;
        sessions.changed(changed);
        memory.changed(changed);
        remembered.changed();
      },
      onCondense: (event) => parts().memory.receive(event, "background"),
      onOutbox: (event) => {
        parts().outbox.receive(event);
        void parts().conversation.reread(event.session, event.message);
      },
      onBack: () => {
        const { counter, files, documents, sessions, memory, remembered } = parts();
        counter.reset();
        core.value = { kind: "starting" };
        recount();
        files.restart();
        // What other tabs have changed meanwhile was not heard here.
        void documents.load();
        sessions.changed([]);
        memory.changed([]);
        remembered.changed();
      },
    },
    temporary,
  );
}

/** The parts that hold state. What one tells another goes through the functions given here. */
function build(client: Client) {
  const storage = new Storage(client);
  const counter = new Counter(client);
  const files = new Files(client);
  const documents = new Documents(client);
  const library = new Library(client);
  const faq = new FAQ(client);
  const drafts = new Drafts(client);
  const meter = new Meter(client);
  const settings = new Settings(client);
  const host = new Host(client);
  const room = new Room(client, () => host.check(true));
  const copies = new Copies(client, isThere);
  const models = new Models(client, host);
  const outbox = new Outbox(client);
  const sessions: Sessions = new Sessions(
    client,
    (row) => {
      drafts.take(row);
      void conversation.refresh(row);
    },
    () => void tags.load(),
    () => erasing.settle(),
  );
  const tags: Tags = new Tags(client, sessions);
  const conversation: Conversation = new Conversation(
    client,
    (message) => turns.isLive(message),
    (uid) => turns.isAsking(uid),
    (row) => sessions.put(row),
  );
  const erasing = new Erasing(client, conversation);
  const turns: Turns = new Turns(client, conversation, storage, {
    onAsk: () => erasing.settle(),
    known: whoIsKnown,
    giveBack: (live, question) => composing.giveBack(live, question),
    onKept: (live) => composing.kept(live),
    onCondense: (event) => memory.receive(event, "turn"),
    onStale: () => void host.check(true),
    onRefused: (message, words) => (refused.value = { message, words }),
    onEnded: (uid) => {
      sessions.changed([uid]);
      memory.turnEnded(uid);
    },
  });
  const composing: Composing = new Composing(turns, files, drafts);
  const places = new Places(client, conversation);
  const memory: Memory = new Memory(client, conversation);
  const remembered = new Remembered(client, places);
  return { storage, room, copies, counter, files, documents, library, faq, drafts, meter, settings, host, models, outbox, sessions, tags, conversation, erasing, turns, composing, places, memory, remembered };
}

/** What each folder's views have asked to be given. */
function intentsOf(client: Client, parts: Parts, recount: () => void): Intents {
  const { storage, room, copies, files, documents, library, faq, meter, settings, host, models, outbox, sessions, tags, conversation, erasing, turns, composing, places, memory, remembered } = parts;
  const steps = new Steps(client, (row) => {
    sessions.put(row);
    go(row.uid);
    void conversation.refresh(row);
  });
  const abouts = new Abouts(client);
  const intents: Intents = {
    chat: { composing, conversation, documents, erasing, faq, memory, outbox, places, attach: (name) => attach(settings, name, true), rating: new Rating(client, conversation), sources: new Sources(places), steps, turns },
    composer: {
      files,
      documents,
      answering,
      send: () => void composing.send(),
      stop: () => turns.stop(),
      editLast: () => composing.editLast(),
      models: {
        choose: (name) => settings.choose(name, providerOf(name)?.kind ?? null),
        about: () => void abouts.read(providers.peek().flatMap(({ models }) => models), session.peek()),
      },
      spent: async (signal) => (await memory.forecast(signal)).spent,
      seek: (message) => memory.seek(message),
      suggest: (kind, own) => {
        if (kind === "sources") return sourcesNow(intents.composer.attach);
        return kind === "models" ? modelsNow(intents.composer.models) : commandsNow(intents, own);
      },
      attach: (name, attached) => attach(settings, name, attached),
    },
    data: { host, ask: (question) => composing.ask(question) },
    history: { places, search: new Search(client), sessions, tags, showRemembered: () => showRemembered("session"), print: (chat) => void chats.printChat.get().then((does) => does?.(client, chat)) },
    memory: { memory, preview: new Preview(client, memory), remembered },
    models: { host, models },
    faq,
    library,
    outbox,
    settings,
    storage: storageIntents(client, storage, room, copies, () => {
      // The sentence that offers to take it back stands behind these.
      sheet.value = null;
      if (narrow.peek()) showSidebar(false);
      void sessions.removeAll();
    }),
    temporary: new Temporary(client, settings),
    update: { answering: computed(() => lives.value.some((live) => isUnderWay(live))), host, service: new Service() },
    decode: (id, signal) => client.call("tokens.decode", { ids: [id], encoding: pieces.peek()?.encoding ?? "cl100k_base" }, { signal }),
    restart: () => restart(client, parts, recount),
    warm: () => warm(models, next.peek()),
    retry: () => {
      recount();
      // It couldn't count either.
      meter.update(session.peek());
    },
  };
  return intents;
}

/** Starts a new core after a crash, and reads and counts everything again. */
function restart(client: Client, { counter, files, documents, sessions, tags, memory, conversation }: Parts, recount: () => void): void {
  counter.reset();
  core.value = { kind: "starting" };
  client.restart();
  recount();
  files.restart();
  void documents.load();
  void sessions.load();
  void tags.load();
  void sessions.track(session.peek());
  void memory.load(session.peek());
  void conversation.open(session.peek());
}

/** A page that is frozen must not hold the history: other tabs need it. */
function yieldWhenFrozen(client: Client): void {
  document.addEventListener("freeze", () => client.rest());
  document.addEventListener("resume", () => client.resume());
}
