import { type Definitions, MOST_WORK } from "./definitions.js";
import { nestsOf } from "./nest.js";
import { withSumsInPlace } from "./scalars.js";
import type { Action } from "./statement.js";
import type { ParseC } from "./syntax.js";
import { Uncovered } from "./syntax.js";
import { SIZES, sizesOf } from "./template.js";

/** Fields of a workload, as a workload file has them. */
export type Fields = Readonly<Record<string, unknown>> & { readonly workload: string };

/** One workload in C: what stands in it in these orders of loops, with these fields of the sizes N and M. */
interface Template {
  readonly texts: readonly string[];
  readonly fields: (n: number, m: number) => Fields;
}

const square = (workload: string) => (n: number) => ({ workload, n });
const wide = (workload: string) => (n: number, m: number) => ({ workload, n, m });

/** Results become operands in the place of others, so that the order of the text counts. What is lower here may be upper in a scop. */
const TEMPLATES: readonly Template[] = [
  {
    fields: square("cholesky"),
    texts: [
      `for (i = 0; i < N; i++) {
         for (j = 0; j < i; j++) {
           for (k = 0; k < j; k++) A[i][j] -= A[i][k] * A[j][k];
           A[i][j] /= A[j][j];
         }
         for (k = 0; k < i; k++) A[i][i] -= A[i][k] * A[i][k];
         A[i][i] = sqrt(A[i][i]);
       }`,
      `for (k = 0; k < N; k++) {
         A[k][k] = sqrt(A[k][k]);
         for (i = k + 1; i < N; i++) A[i][k] /= A[k][k];
         for (i = k + 1; i < N; i++) for (j = k + 1; j <= i; j++) A[i][j] -= A[i][k] * A[j][k];
       }`,
      `for (k = 0; k < N; k++) {
         A[k][k] = sqrt(A[k][k]);
         for (i = k + 1; i < N; i++) A[i][k] /= A[k][k];
         for (j = k + 1; j < N; j++) for (i = j; i < N; i++) A[i][j] -= A[i][k] * A[j][k];
       }`,
      `for (j = 0; j < N; j++) {
         for (k = 0; k < j; k++) A[j][j] -= A[j][k] * A[j][k];
         A[j][j] = sqrt(A[j][j]);
         for (i = j + 1; i < N; i++) {
           for (k = 0; k < j; k++) A[i][j] -= A[i][k] * A[j][k];
           A[i][j] /= A[j][j];
         }
       }`,
    ],
  },
  {
    fields: square("lu"),
    texts: [
      `for (i = 0; i < N; i++) {
         for (j = 0; j < i; j++) {
           for (k = 0; k < j; k++) A[i][j] -= A[i][k] * A[k][j];
           A[i][j] /= A[j][j];
         }
         for (j = i; j < N; j++) for (k = 0; k < i; k++) A[i][j] -= A[i][k] * A[k][j];
       }`,
      ...["N", "N - 1"].flatMap((steps) => [
        `for (k = 0; k < ${steps}; k++) {
           for (i = k + 1; i < N; i++) A[i][k] /= A[k][k];
           for (i = k + 1; i < N; i++) for (j = k + 1; j < N; j++) A[i][j] -= A[i][k] * A[k][j];
         }`,
        `for (k = 0; k < ${steps}; k++)
           for (i = k + 1; i < N; i++) {
             A[i][k] /= A[k][k];
             for (j = k + 1; j < N; j++) A[i][j] -= A[i][k] * A[k][j];
           }`,
      ]),
    ],
  },
  {
    fields: (n) => ({ workload: "trsm", n, m: 1 }),
    texts: [
      `for (i = 0; i < N; i++) { X[i] = B[i]; for (j = 0; j < i; j++) X[i] -= L[i][j] * X[j]; X[i] = X[i] / L[i][i]; }`,
      `for (i = 0; i < N; i++) { for (j = 0; j < i; j++) X[i] -= L[i][j] * X[j]; X[i] = X[i] / L[i][i]; }`,
      `for (j = 0; j < N; j++) { X[j] = X[j] / L[j][j]; for (i = j + 1; i < N; i++) X[i] -= L[i][j] * X[j]; }`,
    ],
  },
  {
    // Ones on the diagonal are no words: it is what a system of one row less is.
    fields: (n) => ({ workload: "trsm", n: n - 1, m: 1 }),
    texts: [
      `for (i = 0; i < N; i++) { X[i] = B[i]; for (j = 0; j < i; j++) X[i] -= L[i][j] * X[j]; }`,
      `for (i = 0; i < N; i++) for (j = 0; j < i; j++) X[i] -= L[i][j] * X[j];`,
    ],
  },
  {
    fields: wide("trsm"),
    texts: [
      `for (i = 0; i < N; i++)
         for (j = 0; j < M; j++) { for (k = 0; k < i; k++) X[i][j] -= L[i][k] * X[k][j]; X[i][j] /= L[i][i]; }`,
      `for (j = 0; j < M; j++)
         for (i = 0; i < N; i++) { for (k = 0; k < i; k++) X[i][j] -= L[i][k] * X[k][j]; X[i][j] /= L[i][i]; }`,
      `for (i = 0; i < N; i++) {
         for (k = 0; k < i; k++) for (j = 0; j < M; j++) X[i][j] -= L[i][k] * X[k][j];
         for (j = 0; j < M; j++) X[i][j] /= L[i][i];
       }`,
    ],
  },
  {
    // With ones on the diagonal the rows below the first are sums of a triangle of one row less, in the place of operands.
    fields: (n, m) => ({ workload: "trmm", n: n - 1, m }),
    texts: [
      `for (i = 0; i < N; i++) for (j = 0; j < M; j++) for (k = i + 1; k < N; k++) B[i][j] += A[k][i] * B[k][j];`,
      `for (i = 0; i < N; i++) for (k = i + 1; k < N; k++) for (j = 0; j < M; j++) B[i][j] += A[k][i] * B[k][j];`,
      `for (j = 0; j < M; j++) for (i = 0; i < N; i++) for (k = i + 1; k < N; k++) B[i][j] += A[k][i] * B[k][j];`,
    ],
  },
  {
    fields: wide("trmm"),
    texts: [
      `for (i = 0; i < N; i++)
         for (j = 0; j < M; j++) { B[i][j] *= A[i][i]; for (k = i + 1; k < N; k++) B[i][j] += A[k][i] * B[k][j]; }`,
      `for (j = 0; j < M; j++)
         for (i = 0; i < N; i++) { B[i][j] *= A[i][i]; for (k = i + 1; k < N; k++) B[i][j] += A[k][i] * B[k][j]; }`,
    ],
  },
  {
    fields: wide("symm"),
    texts: [
      `for (i = 0; i < N; i++)
         for (j = 0; j < M; j++) {
           t = 0;
           for (k = 0; k < i; k++) { C[k][j] += B[i][j] * A[i][k]; t += B[k][j] * A[i][k]; }
           C[i][j] = C[i][j] + B[i][j] * A[i][i] + t;
         }`,
    ],
  },
  {
    fields: wide("gram-schmidt"),
    texts: [
      `for (k = 0; k < N; k++) {
         t = 0;
         for (i = 0; i < M; i++) t += A[i][k] * A[i][k];
         R[k][k] = sqrt(t);
         for (i = 0; i < M; i++) Q[i][k] = A[i][k] / R[k][k];
         for (j = k + 1; j < N; j++) {
           R[k][j] = 0;
           for (i = 0; i < M; i++) R[k][j] += Q[i][k] * A[i][j];
           for (i = 0; i < M; i++) A[i][j] -= Q[i][k] * R[k][j];
         }
       }`,
    ],
  },
  {
    fields: square("floyd-warshall"),
    texts: [`for (k = 0; k < N; k++) for (i = 0; i < N; i++) for (j = 0; j < N; j++) A[i][j] = min(A[i][j], A[i][k] + A[k][j]);`],
  },
];

const read = new WeakMap<ParseC, readonly (readonly [Template, readonly Action[]])[]>();

/** The fields of the workload that a nest is, of those whose results are operands; undefined for others. */
export function fieldsByTemplate(nest: readonly Action[], parse: ParseC): Fields | undefined {
  let all = read.get(parse);
  if (all === undefined) {
    all = TEMPLATES.flatMap((one) => one.texts.map((text) => [one, withSumsInPlace(actionsOf(text, parse))] as const));
    read.set(parse, all);
  }
  const inPlace = withSumsInPlace(nest);
  for (const [{ fields }, template] of all) {
    const sizes = sizesOf(template, inPlace);
    if (sizes !== undefined) return fields(sizes.get("N") ?? 1, sizes.get("M") ?? 1);
  }
  return undefined;
}

function actionsOf(text: string, parse: ParseC): readonly Action[] {
  const definitions: Definitions = {
    parse,
    objects: new Map(),
    given: new Set(),
    functions: new Map(),
    written: new Set(),
    work: { left: MOST_WORK },
  };
  return nestsOf(text, 2, "template", definitions, SIZES).flatMap(({ actions }) => {
    if (actions instanceof Uncovered) throw new Error(`${text}: ${actions.message}`);
    return actions;
  });
}
