// Constants that the bundler writes into the page.

/** Address of the worker's script, with its hash. */
declare const __WORKER__: string;
/** Version of this build, as `burrow version` prints it. */
declare const __VERSION__: string;

/** Style sheets are imported for the bundler, which puts them into one file. */
declare module "*.css";
