// What is done with a whole chat on request: see shared/part.ts.

import type { Client } from "../core/client.js";
import type { Session } from "../core/protocol.gen.js";
import { errand } from "../shared/part.js";

export const printChat = errand<(client: Client, session: Session) => Promise<void>>();
