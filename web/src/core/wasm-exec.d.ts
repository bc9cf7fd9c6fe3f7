/** Go's own loader, which the bundler takes from the toolchain. It defines globals: see worker.ts. */
declare module "wasm_exec";
