import { createRequire } from "node:module";

/** Of the package, which finds itself by its name from wherever this module is bundled. */
export const VERSION: string = (createRequire(import.meta.url)("redblue/package.json") as { readonly version: string }).version;
