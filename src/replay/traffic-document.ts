import type { Json } from "../bounds/certificates/json.js";
import { toJson } from "../bounds/certificates/json.js";
import type { Traffic } from "./traffic.js";

/** `readBytes`, `writeBytes`, `dirtyAtEndBytes` (or Words). */
export function trafficFields(traffic: Traffic, unit: "Bytes" | "Words"): Json {
  return {
    [`read${unit}`]: toJson(traffic.reads),
    [`write${unit}`]: toJson(traffic.writes),
    ...(traffic.dirtyAtEnd === undefined ? {} : { [`dirtyAtEnd${unit}`]: toJson(traffic.dirtyAtEnd) }),
  };
}
