import { type Fields, Refused, text } from "./fields.js";

export type Check<Found> = (fields: Fields, path: string) => Found;

/** The check of a theorem with forms: that of the form which a certificate names. @throws Refused where it names none of them */
export function byForm<Found>(checks: Readonly<Record<string, Check<Found>>>): Check<Found> {
  return (fields, path) => {
    const form = text(fields, "form", path);
    const check = Object.hasOwn(checks, form) ? checks[form] : undefined;
    if (check === undefined) throw new Refused(`${path}.form`, `none of ${Object.keys(checks).join(", ")}`);
    return check(fields, path);
  };
}
