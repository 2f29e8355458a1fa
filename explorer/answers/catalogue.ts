import type { DataType } from "../../src/computation/data-types.js";
import { BITS_OF } from "../../src/computation/data-types.js";
import { WORKLOAD_FORMS } from "../../src/computation/workload.js";
import { MODEL_CARDS } from "../../src/layers/models/model-cards.js";
import { MACHINES } from "../../src/machines/registry.js";
import type { Emit, Question } from "./view.js";

/** A field of a form, by its flag. */
export interface FieldView {
  readonly flag: string;
  readonly what: string;
}

/** What the forms of the pages offer beside the words themselves. */
export interface CatalogueParts {
  readonly catalogue: {
    readonly workloads: readonly {
      readonly name: string;
      readonly summary: string;
      readonly extents: readonly FieldView[];
      readonly switches: readonly FieldView[];
      /** What the words of a fresh one are. */
      readonly example: string;
    }[];
    readonly machines: readonly { readonly id: string; readonly name: string }[];
    readonly types: readonly DataType[];
    readonly models: readonly { readonly id: string; readonly name: string }[];
  };
}

/** Sizes of a workload chosen from the list, by flag; those of one that is not here are 1024. */
const USUAL: Readonly<Record<string, number>> = {
  ...{ m: 8192, n: 8192, k: 4096, l: 4096, rows: 4096, columns: 4096, heads: 32, queries: 4096, dim: 128, tokens: 4096 },
  ...{ model: 4096, hidden: 14336, experts: 8, height: 56, "in-channels": 64, "out-channels": 64, inputs: 2 },
};

/** Words beside the extents that a workload cannot do without. */
const BESIDE: Readonly<Record<string, string>> = {
  conv: "--kernel 3x3 --padding 1",
  einsum: '"C[i,j] += A[i,k] * B[k,j]" --extent i=4096,j=4096,k=4096',
  "grouped-gemm": "--rows 512,256,128,128",
};

export async function catalogueAnswer(_: Question, emit: Emit<CatalogueParts>): Promise<void> {
  emit("catalogue", {
    workloads: WORKLOAD_FORMS.map(({ name, summary, extents, switches, numbers = [] }) => {
      const listed = new Set(numbers.map(({ flag }) => flag));
      const asked = extents.filter(
        ({ flag, optional, unless }) => optional === undefined && unless === undefined && !listed.has(flag),
      );
      const sizes = asked.map(({ flag }) => `--${flag} ${USUAL[flag] ?? 1024}`);
      return {
        name,
        summary,
        extents: extents.map(({ flag, what }) => ({ flag, what })),
        switches: switches.map(({ flag, what }) => ({ flag, what })),
        example: [name, ...sizes, ...(BESIDE[name] === undefined ? [] : [BESIDE[name]])].join(" "),
      };
    }),
    machines: MACHINES.map(({ id, name }) => ({ id, name })),
    types: (Object.keys(BITS_OF) as DataType[]).filter((type) => !/^(int(64|32)|e8m0)$/.test(type)),
    models: MODEL_CARDS.map(({ id, name }) => ({ id, name })),
  });
}
