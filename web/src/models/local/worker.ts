// The script of the model worker. It is loaded when a model is first wanted, and has a
// content security policy of its own: the library in it starts workers from blobs.
//
/*! This script contains wllama (MIT, © Xuan-Son Nguyen) and llama.cpp (MIT, © The ggml authors). */

import { Wllama } from "@wllama/wllama/esm/index.min.js";
import { serveModels } from "./serve.js";

serveModels(Wllama);
