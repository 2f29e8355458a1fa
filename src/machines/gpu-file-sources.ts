import { InputError, shown } from "../errors.js";
import { didYouMean } from "../text/nearest-name.js";
import { numberPaths, pathsOf } from "./figures.js";
import { type FileFields, fieldsOf, ONE_LINE, stringField } from "./gpu-file-reader.js";
import type { FigureSource, Gpu } from "./machine.js";

/** The sources of every figure: the base's for what it lends, the file's own, and `origin` for what the file leaves unsourced. */
export function sourcesOf(fields: FileFields, origin: string, figures: object, base: Gpu | undefined): readonly FigureSource[] {
  const paths = numberPaths(figures);
  const own = fields.has("sources") ? ownSources(fields.get("sources"), origin, paths) : [];
  const given = new Set([...givenPaths(fields), ...own.flatMap(pathsOf)]);
  const lent = (base?.sources ?? []).flatMap((entry) => {
    const kept = pathsOf(entry).filter((path) => !given.has(path) && paths.includes(path));
    return kept.length === 0 ? [] : [{ field: kept.join(", "), source: entry.source }];
  });
  const sourced = new Set([...lent, ...own].flatMap(pathsOf));
  const rest = paths.filter((path) => !sourced.has(path));
  return [...lent, ...own, ...(rest.length === 0 ? [] : [{ field: rest.join(", "), source: origin }])];
}

function givenPaths(fields: FileFields): readonly string[] {
  return numberPaths(Object.fromEntries(fields.names.map((name) => [name, fields.get(name)])));
}

function ownSources(value: unknown, origin: string, paths: readonly string[]): readonly FigureSource[] {
  if (!Array.isArray(value)) {
    throw new InputError(`${origin}: sources`, "a list of objects with the fields field and source", shown(value));
  }
  return value.map((entry: unknown, index) => {
    const fields = fieldsOf(entry, origin, `sources[${index}]`, ["field", "source"]);
    const field = stringField(fields, "field", ONE_LINE, "the name of a figure, or several separated by ', '", undefined);
    const source = stringField(fields, "source", ONE_LINE, "one line of text", undefined);
    const stray = pathsOf({ field, source }).find((path) => !paths.includes(path));
    if (stray !== undefined) {
      throw new InputError(fields.subject("field"), `a figure of this machine${didYouMean(stray, paths)}`, shown(stray));
    }
    return { field, source };
  });
}
