import type { Host } from "./host.js";
import type { Models } from "./models.js";

/** What may be asked of who answers: the server, and the models in this browser. */
export interface ModelsIntents {
  host: Host;
  models: Models;
}
