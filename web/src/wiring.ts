// Connects the state with the core: what changes on the page is sent, what the core
// answers is shown.

import { effect, untracked } from "@preact/signals";
import { stayAwake } from "./awake.js";
import { Client, CoreError } from "./client.js";
import { Composing } from "./composing.js";
import { Meter, context } from "./context.js";
import { Conversation, path } from "./conversation.js";
import { Counter } from "./counter.js";
import { keepDivided } from "./divide.js";
import { Drafts } from "./drafts.js";
import { Files } from "./files.js";
import { Host, host, providers, takeToken } from "./host.js";
import { plainName } from "./markdown/signs.js";
import { Memory, applied } from "./memory.js";
import { Reach } from "./offline/reach.js";
import { Service } from "./offline/service.js";
import { findShared } from "./offline/shared.js";
import { Models } from "./models.js";
import { Outbox } from "./outbox.js";
import { Places } from "./places.js";
import { Preview } from "./preview.js";
import type { Decoded } from "./protocol.gen.js";
import { Rating } from "./rating.js";
import { Remembered } from "./remembered.js";
import { go, place, session, temporary } from "./route.js";
import { Search } from "./search.js";
import { Sessions, openSession } from "./sessions.js";
import { Settings, layers, model } from "./settings.js";
import { core, countedFor, online, pieces, trouble, written } from "./state.js";
import { Sources } from "./sources.js";
import { Steps } from "./steps.js";
import { Storage, storeStatus } from "./storage.js";
import { type StorageIntents, storageIntents } from "./storage-intents.js";
import { Tags } from "./tags.js";
import { text } from "./text/en.js";
import { Temporary } from "./temporary.js";
import { Turns } from "./turns.js";
import { refused } from "./understanding.js";

/** What the views may ask for. What comes of it is in signals. */
export interface Intents {
  files: Files;
  composing: Composing;
  turns: Turns;
  conversation: Conversation;
  places: Places;
  sessions: Sessions;
  tags: Tags;
  memory: Memory;
  preview: Preview;
  rating: Rating;
  remembered: Remembered;
  sources: Sources;
  steps: Steps;
  search: Search;
  settings: Settings;
  host: Host;
  models: Models;
  outbox: Outbox;
  service: Service;
  storage: StorageIntents;
  temporary: Temporary;
  /** Starts a new core after a crash. The text and the files are counted again. */
  restart(): void;
  /** Tries again what failed without a crash. */
  retry(): void;
  /** The text of one token of the pieces shown. */
  decode(id: number, signal: AbortSignal): Promise<Decoded>;
}

export function connect(): Intents {
  takeToken();
  const client = new Client(
    __WORKER__,
    {
      onReady: () => {
        core.value = { kind: "ready" };
        storage.open();
        models.serve();
        void server.connect();
      },
      onCrash: ({ message, detail }) => (core.value = { kind: "stopped", message, detail }),
      onStore: (status) => storage.setStatus(status),
      onChanged: (changed) => {
        storage.refreshSoon();
        sessions.changed(changed);
        memory.changed(changed);
        remembered.changed();
      },
      onCondense: (event) => memory.receive(event, "background"),
      onOutbox: (event) => {
        outbox.receive(event);
        void conversation.reread(event.session, event.message);
      },
      onBack: () => {
        counter.reset();
        core.value = { kind: "starting" };
        update();
        files.recount();
        // What other tabs have changed meanwhile was not heard here.
        sessions.changed([]);
        memory.changed([]);
        remembered.changed();
      },
    },
    temporary,
  );
  const storage = new Storage(client);
  const counter = new Counter(client);
  const files = new Files(client);
  const drafts = new Drafts(client);
  const meter = new Meter(client);
  const settings = new Settings(client);
  const server = new Host(client);
  // A history in memory is open at once, so that a question may be there before the core is ready.
  if (temporary) void server.connect();
  const models = new Models(client, server);
  const outbox = new Outbox(client);
  const sessions: Sessions = new Sessions(
    client,
    (row) => {
      drafts.take(row);
      void conversation.refresh(row);
    },
    () => void tags.load(),
  );
  const tags: Tags = new Tags(client, sessions);
  const conversation: Conversation = new Conversation(
    client,
    (message) => turns.isLive(message),
    (uid) => turns.isAsking(uid),
    (row) => sessions.put(row),
  );
  const turns: Turns = new Turns(client, conversation, storage, {
    giveBack: (live, question) => composing.giveBack(live, question),
    onKept: (live) => drafts.end(live.asked),
    onCondense: (event) => memory.receive(event, "turn"),
    onFell: () => void server.check(true),
    onRefused: (message, words) => (refused.value = { message, words }),
    onEnded: (uid) => {
      sessions.changed([uid]);
      memory.turnEnded(uid);
    },
  });
  const composing: Composing = new Composing(turns, files, drafts);
  const places = new Places(client, conversation);
  const memory: Memory = new Memory(client, conversation, (uid) => places.at(uid));
  const remembered = new Remembered(client, places);
  const steps = new Steps(client, (row) => {
    sessions.put(row);
    go(row.uid);
    void conversation.refresh(row);
  });

  count(counter, files);
  follow({ sessions, tags, conversation, places, drafts, settings, meter, memory });
  keepDivided(client);
  stayAwake();
  yieldWhenFrozen(client);
  new Reach(server, outbox);
  void findShared();
  effect(() => {
    if (host.value?.state === "no_model" && providers.value.length === 0) void models.prepare();
  });

  const update = () => {
    counter.update().then(() => (trouble.value = null), report);
  };
  return {
    files,
    composing,
    turns,
    conversation,
    places,
    sessions,
    tags,
    memory,
    preview: new Preview(client, memory),
    rating: new Rating(client, conversation),
    remembered,
    sources: new Sources(places),
    steps,
    search: new Search(client),
    settings,
    host: server,
    models,
    outbox,
    service: new Service(),
    storage: storageIntents(client, storage),
    temporary: new Temporary(client, settings),
    restart() {
      counter.reset();
      core.value = { kind: "starting" };
      client.restart();
      update();
      files.recount();
      void sessions.load();
      void tags.load();
      void sessions.track(session.peek());
      void memory.load(session.peek());
      void conversation.open(session.peek());
    },
    retry: update,
    decode: (id, signal) => client.call("tokens.decode", { ids: [id], encoding: pieces.peek()?.encoding ?? "cl100k_base" }, { signal }),
  };
}

/** Counts the draft and its files, for the model that will answer. */
function count(counter: Counter, files: Files): void {
  effect(() => {
    countedFor.value = model.value;
  });
  let failing = "";
  effect(() => {
    void written.value;
    const name = countedFor.value;
    if (core.peek().kind === "stopped") return;
    // What failed for this model is not asked for again at every key.
    if (trouble.peek() !== null && name === failing) return;
    failing = name;
    counter.update().then(() => (trouble.value = null), report);
  });
  effect(() => {
    void countedFor.value;
    untracked(() => files.recount());
  });
  effect(() => {
    if (online.value && trouble.peek() !== null) counter.update().then(() => (trouble.value = null), report);
  });
}

interface Parts {
  sessions: Sessions;
  tags: Tags;
  conversation: Conversation;
  places: Places;
  drafts: Drafts;
  settings: Settings;
  meter: Meter;
  memory: Memory;
}

/** Shows what the address names, whenever it is another. */
function follow({ sessions, tags, conversation, places, drafts, settings, meter, memory }: Parts): void {
  void sessions.load();
  void tags.load();
  let visits = 0;
  effect(() => {
    const here = place.value;
    const isFirst = visits++ === 0;
    untracked(() => {
      const uid = here.kind === "chat" ? here.session : null;
      void sessions.track(uid);
      // Before the messages, so that those which are condensed are not seen for a moment.
      void memory.load(uid);
      // A chat that has just got its address is on the page already.
      if (here.kind === "chat" && here.settled) return drafts.settle(here.session);
      drafts.switchTo(uid, isFirst);
      void conversation.open(uid, places.recall(uid));
    });
  });
  effect(() => {
    void written.value;
    drafts.changed();
  });
  effect(() => {
    // The server's settings are a layer of the others.
    void host.value;
    void settings.load(session.value);
  });
  effect(() => {
    // Whatever changes what goes along with a question.
    void [path.value?.total, path.value?.messages.at(-1)?.uid, path.value?.messages.at(-1)?.status, layers.value, applied.value];
    meter.update(session.value);
  });
  effect(() => {
    void context.value;
    meter.recall(session.value, written.value);
  });
  let opened: string | undefined;
  effect(() => {
    const now = path.value?.session;
    if (now === opened) return;
    opened = now;
    memory.settle();
  });
  let leader = "";
  effect(() => {
    // Who has the history now may know better whether something is being condensed.
    const { kind } = storeStatus.value;
    if (kind === leader) return;
    leader = kind;
    if (kind === "leading" || kind === "following") untracked(() => memory.changed([]));
  });
  effect(() => {
    const name = plainName(openSession.value?.name ?? "");
    // The browser keeps titles.
    if (temporary) document.title = text.chat.title(text.chat.temporary.name);
    else document.title = session.value === null || name === "" ? text.name : text.chat.title(name);
  });
}

/** A page that is frozen must not hold the history: other tabs need it. */
function yieldWhenFrozen(client: Client): void {
  document.addEventListener("freeze", () => client.rest());
  document.addEventListener("resume", () => client.resume());
}

/** A crash has its own card, and a cancelled request was ours; the rest is said in the status line. */
function report(error: unknown): void {
  if (!(error instanceof CoreError)) throw error;
  if (error.code !== "internal" && error.code !== "cancelled") trouble.value = error.message;
}
