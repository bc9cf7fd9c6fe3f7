import { HardDriveDownload, HardDriveUpload, RefreshCw, TriangleAlert } from "lucide";
import { Icon } from "../shared/icon.js";
import { openSettings } from "../shared/layout.js";
import { temporary } from "../shared/route.js";
import { text } from "../text/en.js";
import type { StorageIntents } from "./intents.js";
import { backupFiles, pickFile } from "./save-file.js";
import { looking, room } from "./room.js";
import { lost, seen, storeInfo, tally } from "./storage.js";

interface Props {
  storage: StorageIntents;
}

const words = text.storage;

/** What the reader must know of the history before anything else: it is not kept, it is gone, or there is no room for more. */
export function StorageCards({ storage }: Props) {
  return (
    <>
      <MemoryCard storage={storage} />
      <LostCard storage={storage} />
      <RoomCard storage={storage} />
    </>
  );
}

function MemoryCard({ storage }: Props) {
  const info = storeInfo.value;
  if (info === null || info.kept || temporary) return null;
  const before = seen.value;
  return (
    <section class="card card-memory" role="status" aria-labelledby="memory-title">
      <div>
        <h2 id="memory-title">
          <Icon node={TriangleAlert} />
          {words.memoryTitle}
        </h2>
        <p>
          {info.reason}
          {before !== null && ` ${words.memoryKept(before.sessions)}`}
        </p>
      </div>
      <div class="card-tools">
        <button type="button" class="worded" onClick={storage.backup}>
          <Icon node={HardDriveDownload} small />
          {words.download}
        </button>
      </div>
    </section>
  );
}

function LostCard({ storage }: Props) {
  const gone = lost.value;
  if (gone === null) return null;
  const restore = async () => {
    const file = await pickFile(backupFiles);
    if (file === null) return;
    openSettings("data");
    storage.restore(file);
  };
  return (
    <section class="card" role="alert" aria-labelledby="lost-title">
      <h2 id="lost-title">
        <Icon node={TriangleAlert} />
        {words.lostTitle(gone.sessions, gone.at)}
      </h2>
      <p>{words.lostAdvice}</p>
      <div class="card-tools">
        <button type="button" class="worded first" onClick={restore}>
          <Icon node={HardDriveUpload} small />
          {words.restoreBackup}
        </button>
        <button type="button" class="worded" onClick={storage.forgetLoss}>
          {words.startAnew}
        </button>
      </div>
    </section>
  );
}

function RoomCard({ storage }: Props) {
  const state = room.value;
  if (state === "" || temporary) return null;
  return (
    <section class="card" role="alert" aria-labelledby="room-title" data-room={state}>
      <h2 id="room-title">
        <Icon node={TriangleAlert} />
        {words.roomTitle[state]}
      </h2>
      <p>{words.roomSays[state](tally.value?.sessions ?? 0)}</p>
      <div class="card-tools">
        <button type="button" class="worded first" onClick={storage.backup}>
          <Icon node={HardDriveDownload} small />
          {words.download}
        </button>
        {state !== "gone" && (
          <button type="button" class="worded" aria-disabled={looking.value} onClick={storage.lookForRoom}>
            <Icon node={RefreshCw} small />
            {words.lookForRoom}
          </button>
        )}
      </div>
    </section>
  );
}
