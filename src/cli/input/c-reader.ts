export { loadParserOfC } from "../../node/c-parser.js";
export { readScops } from "../../scop/scop.js";
