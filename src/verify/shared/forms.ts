import type { CheckedTheorem } from "../theorem.js";
import { Refused, text } from "./fields.js";

type Check = CheckedTheorem["check"];

/** The check of a theorem with forms: that of the form that a certificate names. It throws `Refused` where there is none of this name. */
export function byForm(checks: Readonly<Record<string, Check>>): Check {
  return (fields, path) => {
    const form = text(fields, "form", path);
    const check = Object.hasOwn(checks, form) ? checks[form] : undefined;
    if (check === undefined) throw new Refused(`${path}.form`, `none of ${Object.keys(checks).join(", ")}: '${form}'`);
    return check(fields, path);
  };
}
