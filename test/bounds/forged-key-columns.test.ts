import type { PlainCertificate } from "../../src/bounds/bound.js";
import { toJson } from "../../src/bounds/certificates/json.js";
import { proveChainRecomputation } from "../../src/bounds/chain/recomputation.js";
import { chainShape } from "../../src/bounds/chain/shape.js";
import { inFinerUnits } from "../../src/bounds/finer-units.js";
import { type AttentionWorkload, attentionWorkload } from "../../src/computation/attention.js";
import { abstractMachine } from "../../src/machines/registry.js";
import { boundAlone, type Fields, statedAbout } from "./forgeries/about.js";
import { describeForgeries } from "./forgeries/refusal.js";

/** Bounds of attention whose heads share columns of keys, by theorems and from arrays that are about keys of each head's own. */

const WORDS = abstractMachine(500);
const LIKE = { heads: 4, queries: 300, dim: 30, valueDim: 20 } as const;
const shared = attentionWorkload({ ...LIKE, sharedKeyColumns: 10 });
const own = attentionWorkload(LIKE);
const latent = attentionWorkload({ ...LIKE, valuesInKeys: true });

const of = (w: AttentionWorkload, id: string): Fields => boundAlone(w, WORDS, id, "slow-fast");
const stated = (document: Fields, w: AttentionWorkload, changes: object = {}): Fields =>
  statedAbout(document, toJson({ ...w, ...changes }));

/** A bound by a theorem that counts all words as the narrowest, as if it were of any columns. */
function fromEmptyStart(): Fields {
  const { extents, weights } = chainShape(shared, "words");
  const inner = proveChainRecomputation({ extents, weights, capacity: 500n, memories: 1n }).find(
    (certificate): certificate is PlainCertificate & typeof certificate => certificate.form === "empty-start",
  );
  if (inner === undefined) throw new Error("nothing proven");
  const certificate = inFinerUnits(inner, 1n);
  const document = of(shared, "chain-recomputation-finer-units");
  const [{ reads: _, writes: __, ...bound }] = document["bounds"] as unknown as readonly [Fields];
  const value = toJson(certificate.value);
  return {
    ...document,
    bounds: [{ ...bound, value, certificate: { schema: "redblue.certificate/2", ...(toJson(certificate) as Fields) } }],
    best: { "slow-fast": { id: "chain-recomputation-finer-units", value } },
  };
}

describeForgeries(
  "columns of keys that heads share",
  ["compulsory", "chain-fused-finer-units", "chain-recomputation-finer-units"].map((id) => of(shared, id)),
  [
    ["words of the keys once a head", stated(of(own, "compulsory"), shared), "bounds[0].certificate", /not the arrays/],
    [
      "a theorem that is machine-checked for keys of each head's own",
      stated(of(own, "chain-fused"), shared),
      "bounds[0].certificate",
      "not in finer units, although heads have columns of keys in common",
    ],
    [
      "a form that was not gone through for them",
      fromEmptyStart(),
      "bounds[0].certificate.inner",
      "no theorem about columns of keys that heads have in common",
    ],
    [
      "all columns of the keys",
      stated(of(shared, "chain-fused-finer-units"), shared, { sharedKeyColumns: 30 }),
      "workload.sharedKeyColumns",
      "not fewer than the columns of the keys",
    ],
    [
      "columns of which some are values",
      stated(of(latent, "chain-fused-finer-units"), latent, { sharedKeyColumns: 5 }),
      "workload.sharedKeyColumns",
      "values are in keys",
    ],
  ],
);
