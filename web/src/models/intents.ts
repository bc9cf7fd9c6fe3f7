import type { Host } from "./host.js";
import type { Models } from "./models.js";

/** What the list of models may ask for. */
export interface PickerIntents {
  /** Has the next question answered by a model; by none if the name is empty. */
  choose(name: string): void;
  /** Has it read what models hold and cost. */
  about(): void;
}

/** What may be asked of who answers: the server, and the models in this browser. */
export interface ModelsIntents {
  host: Host;
  models: Models;
}
