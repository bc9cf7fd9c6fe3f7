// The part of wllama that is used, in place of its own declarations: those bring the
// types of Node.js along, with which a slip such as `process` would pass unseen.

declare module "@wllama/wllama/esm/index.min.js" {
  export interface WllamaLogger {
    debug(...values: unknown[]): void;
    log(...values: unknown[]): void;
    warn(...values: unknown[]): void;
    error(...values: unknown[]): void;
  }

  export interface LoadModelParams {
    n_threads: number;
    n_ctx: number;
    n_batch: number;
    n_ubatch: number;
    n_parallel: number;
    n_gpu_layers: number;
    n_cache_reuse: number;
    jinja: boolean;
    skip_chat_parsing: boolean;
    reasoning_format: "none";
  }

  /** For a model that makes vectors. */
  export interface LoadEncoderParams {
    n_threads: number;
    n_ctx: number;
    n_batch: number;
    n_ubatch: number;
    n_parallel: number;
    n_gpu_layers: number;
    embeddings: true;
    pooling_type: "mean";
  }

  export interface ChatCompletionChunk {
    choices: { delta: { content?: string | null }; finish_reason: string | null }[];
    usage?: { prompt_tokens: number; completion_tokens: number } | null;
    timings?: { cache_n: number; prompt_per_second: number; predicted_per_second: number };
    prompt_progress?: { total: number; cache: number; processed: number };
  }

  export interface ChatCompletionParams {
    messages: { role: string; content: string }[];
    max_tokens: number;
    temperature: number;
    top_p: number;
    min_p: number;
    dry_multiplier?: number;
    dry_base?: number;
    dry_allowed_length?: number;
    dry_penalty_last_n?: number;
    grammar?: string;
    stream: true;
    stream_options: { include_usage: true };
    cache_prompt: boolean;
    return_progress: boolean;
    timings_per_token: boolean;
    abortSignal: AbortSignal;
    onData(chunk: ChatCompletionChunk): void;
  }

  export class Wllama {
    constructor(paths: { default: string }, config: { logger: WllamaLogger; suppressNativeLog: boolean });
    setCompat(compat: null): void;
    loadModel(files: Blob[], params: LoadModelParams | LoadEncoderParams): Promise<void>;
    isModelLoaded(): boolean;
    getNumThreads(): number;
    getLoadedContextInfo(): { n_ctx: number };
    createChatCompletion(params: ChatCompletionParams): Promise<void>;
    createEmbedding(params: { input: string }): Promise<{ data: { embedding: number[] }[] }>;
    exit(): Promise<void>;
  }
}
