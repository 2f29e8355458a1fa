import { InputError } from "../../errors.js";
import { elementName } from "./element-types.js";
import type { OnnxGraph, OnnxValueInfo } from "./model-file.js";
import { declaredExtents, type OnnxValue, type Shape, shapeOf } from "./values.js";

type Described = Pick<OnnxValue, "shape" | "type">;

/** What a file says of its values beside the nodes that make them. */
export class Declarations {
  private readonly infos = new Map<string, OnnxValueInfo[]>();
  private readonly extents: Readonly<Record<string, number>>;

  constructor({ input, output, valueInfo }: OnnxGraph, extents: Readonly<Record<string, number>>) {
    this.extents = extents;
    for (const info of [...input, ...output, ...valueInfo])
      this.infos.set(info.name, [...(this.infos.get(info.name) ?? []), info]);
  }

  /** Shape and type of a value, where the file gives all of it. */
  of(name: string): Described | undefined {
    for (const info of this.infos.get(name) ?? []) {
      const shape = shapeOf(info, this.extents);
      const type = info.type?.tensorType?.elemType;
      if (shape !== undefined && "shape" in shape && type !== undefined && type !== 0) return { shape: shape.shape, type };
    }
    return undefined;
  }

  /** Shape and type of an input of the graph. @throws InputError where an extent is not bound. */
  input(info: OnnxValueInfo): Described {
    const found = shapeOf(info, this.extents);
    if (found === undefined) throw new InputError(`tensor ${info.name}`, "an input with a shape", "none");
    if ("shape" in found) return { shape: found.shape, type: info.type?.tensorType?.elemType ?? 0 };
    if (found.unbound === "?") {
      throw new InputError(`tensor ${info.name}`, "an input whose extents have values or names", "neither");
    }
    throw new InputError(`dim ${found.unbound}`, `an extent for it (--dim ${found.unbound}=…)`, "nothing");
  }

  /** @throws InputError where the file declares another type, rank or extent; extents without a value may be anything. */
  check(subject: string, name: string, { shape, type }: Described): void {
    for (const info of this.infos.get(name) ?? []) {
      const declaredType = info.type?.tensorType?.elemType ?? 0;
      if (declaredType !== 0 && declaredType !== type) {
        throw new InputError(subject, `'${name}' of type ${elementName(type)}`, `${elementName(declaredType)} in the file`);
      }
      const declared = declaredExtents(info, this.extents);
      const fits =
        declared?.length === shape.length && declared.every((extent, i) => extent === undefined || extent === shape[i]);
      if (declared !== undefined && !fits) {
        throw new InputError(subject, `'${name}' of shape ${shown(shape)}`, `${shown(declared)} in the file`);
      }
    }
  }
}

function shown(extents: readonly (number | undefined)[] | Shape): string {
  return `[${extents.map((extent) => extent ?? "?").join(", ")}]`;
}
