/** The global `process` of Node, put where a module names it. */
export { process } from "./process.js";
