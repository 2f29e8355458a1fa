import type { Certificate, Scope, Trust } from "./bound.js";
import type { SumsInPlaceCertificate, WaveClass } from "./certificates/gemm.js";
import type { Requirement } from "./requirements.js";

/** Theorems about whole layers; their certificates hold those of the kernels. */
export type PlanTheorem = "fusion-plan" | "fusion-plan-dram";

/**
 * One theorem of the project as data: what it says, what it requires, where its proof is. Every theorem but those of a class of kernels
 * survives recomputation, any order or tree of a reduction, and results that take the place of operands.
 */
export interface Theorem {
  readonly id: Certificate["theorem"] | PlanTheorem;
  readonly title: string;
  readonly statement: string;
  readonly scope: Scope;
  readonly proof: string;
  readonly trust: Trust;
  readonly source: string;
  /** Beside what every bound requires, and what the certificate adds (requirements-of.ts). */
  readonly requires: readonly Requirement[];
}

/** Every theorem behind the bounds, with its statement, proof and source. */
export const THEOREMS: readonly Theorem[] = [
  {
    id: "compulsory",
    title: "Compulsory traffic",
    statement: "every input word that is used is loaded once, every output word stored once",
    scope: "total",
    proof: "proofs/compulsory.md",
    trust: "machine-checked",
    source: "folklore",
    requires: [],
  },
  {
    id: "product-segments",
    title: "Matrix product, segments of T",
    statement: "Q ≥ T·ceil((mnk − P·V0(T)) / V(S+T)) for every T, V by Loomis-Whitney with short sides",
    scope: "total",
    proof: "proofs/product-segments.md",
    trust: "machine-checked",
    source: "this project; Smith et al. 2019 for the leading term 2mnk/√S",
    requires: ["classical-algebra"],
  },
  {
    id: "product-intervals",
    title: "Matrix product, residency intervals",
    statement: "Q ≥ T·ceil(mnμ − P·T/(S+T)) + 1 for every T; exact at leading order for k ≤ 1.3066·√S",
    scope: "total",
    proof: "proofs/product-intervals.md",
    trust: "machine-checked",
    source: "this project",
    requires: ["classical-algebra"],
  },
  {
    id: "product-steady",
    title: "Matrix product, segments of T, none given away",
    statement: "Q ≥ T·mnk / V(S+T) for every T and any number of memories",
    scope: "total",
    proof: "proofs/steady.md",
    trust: "machine-checked",
    source: "this project",
    requires: ["classical-algebra"],
  },
  {
    id: "product-intervals-steady",
    title: "Matrix product, residency intervals, no window given away",
    statement: "Q ≥ T·mnμ for every T and any number of memories",
    scope: "total",
    proof: "proofs/steady.md",
    trust: "machine-checked",
    source: "this project",
    requires: ["classical-algebra"],
  },
  {
    id: "product-slices",
    title: "Matrix product, slice by slice, words held pay rent",
    statement:
      "Q ≥ mn(w·k·Λ/√(S/wC + 1) − θ·wC + wO), w a word of A or B, wC of a sum, wO of C; the price Λ of potentials at rent θ ≤ 2, checked exactly",
    scope: "total",
    proof: "proofs/product-slices.md",
    trust: "proven on paper",
    source: "this project",
    requires: ["classical-algebra"],
  },
  {
    id: "product-slice-ends",
    title: "Matrix product, slice by slice, words held pay rent where sums begin and end",
    statement:
      "Q ≥ mn(√(wA·wB)·k·(Λ + ηP(v))/√(S/wC + 1) − wC·P(v) + wO) for the worst share v of the memory without sums, Λ the price of potentials of rent P, credit η, checked exactly",
    scope: "total",
    proof: "proofs/product-slice-ends.md",
    trust: "proven on paper",
    source: "this project",
    requires: ["classical-algebra"],
  },
  {
    id: "repeated-slice-ends",
    title: "Product of an array with itself, slice by slice",
    statement:
      "Q ≥ mn(½·wA·k·(Λ + ηP(v))/√(S/wC + 1) − wC·P(v) + wO) for the worst share v of the memory without sums: a word is a row in one place and a column in one",
    scope: "total",
    proof: "proofs/product-slice-ends.md",
    trust: "proven on paper",
    source: "this project; Beaumont et al. 2022 for blocks of pairs of the same rows",
    requires: ["classical-algebra", "one-step-products"],
  },
  {
    id: "product-resident-sums",
    title: "Matrix product, sums that take about all of the fast memory",
    statement:
      "Q ≥ mk + kn + mn + about 2k·√d, d = mn − S + min(m, n) sums that are away while a slice is worked on; exactly in the certificate",
    scope: "total",
    proof: "proofs/product-resident-sums.md",
    trust: "proven on paper",
    source: "this project",
    requires: ["classical-algebra"],
  },
  {
    id: "product-resident-operand",
    title: "Matrix product, an operand that takes about all of the fast memory",
    statement:
      "Q ≥ mk + kn + mn + about n·√d, d = mk − S + min(m, k) words of A that are away while a column of C is worked on; the same with B; exactly in the certificate",
    scope: "total",
    proof: "proofs/product-resident-operand.md",
    trust: "proven on paper",
    source: "this project",
    requires: ["classical-algebra"],
  },
  {
    id: "product-passes",
    title: "Matrix product, by memories of the words of one array",
    statement:
      "Q ≥ n(p·φ(s) + φ(mk − ps) − wC·m) + wO·mn, s = ⌈S/wA⌉, p = ⌊mk/s⌋, φ(u) the least weight of rows and columns that have u pairs; with B, or C, in the place of A too",
    scope: "total",
    proof: "proofs/product-passes.md",
    trust: "proven on paper",
    source: "this project",
    requires: ["classical-algebra"],
  },
  {
    id: "product-room",
    title: "Matrix product, room for the words of the slice that is worked on",
    statement:
      "Q ≥ (y·B1 + τ(B2 − w·y·P))/(y + τ): in B1 a column of C meets S − x words of A at once, in B2 S + y, τ = 2(x + u − 1) + max(x/(u − x), (x + u − 1)/(o − x))·(x + y) for x < u ≤ o with which no slice gains by working where words of A leave it less than o places, and any y; exactly in the certificate",
    scope: "total",
    proof: "proofs/product-room.md",
    trust: "proven on paper",
    source: "this project",
    requires: ["classical-algebra"],
  },
  {
    id: "product-random-cuts",
    title: "Matrix product, room for the slice that is worked on, cuts at random",
    statement:
      "Q ≥ w·n(p·ψ(a) − (p − 1)(x/a)·ψ* + τ(mk − p·a) − p·η) + wO·mn, a = S/w − x: a column of C meets A in p parts of a words, and what is left over at a price of τ for each word, o ≥ 2x with which no slice gains by working where words of A leave it less than o places; exactly in the certificate",
    scope: "total",
    proof: "proofs/product-random-cuts.md",
    trust: "proven on paper",
    source: "this project",
    requires: ["classical-algebra"],
  },
  {
    id: "block-scales",
    title: "Matrix product with operands scaled in blocks",
    statement: "Q ≥ a bound of the product alone + every scale once",
    scope: "total",
    proof: "proofs/block-scales.md",
    trust: "proven on paper",
    source: "this project",
    requires: ["classical-algebra", "scaled-operand-size"],
  },
  {
    id: "product-busiest",
    title: "Matrix product, busiest memory",
    statement: "one of P memories moves at least T·ceil((mnk/P − V0(T)) / V(S+T))",
    scope: "busiest",
    proof: "proofs/product-segments.md",
    trust: "machine-checked",
    source: "this project; Irony, Toledo and Tiskin 2004 for the form",
    requires: ["classical-algebra"],
  },
  {
    id: "product-memory-independent",
    title: "Matrix product, whatever the memory",
    statement: "one of P memories forms mnk/P products and so moves three projections of that size",
    scope: "busiest",
    proof: "proofs/product-segments.md",
    trust: "machine-checked",
    source: "Irony, Toledo and Tiskin 2004; Al Daas et al. 2022 for the cases",
    requires: ["classical-algebra"],
  },
  {
    id: "product-wave-class",
    title: "Matrix product, one block a tile of C, any launch order",
    statement: "loads ≥ floor(E/M)·f(M) + f(E mod M) − (q − 1)·L for windows of any N blocks; f the least panels of a rectangle",
    scope: "class",
    proof: "proofs/product-wave-class.md",
    trust: "proven on paper",
    source: "this project",
    requires: ["classical-algebra", "one-block-per-tile", "blocks-apart"],
  },
  {
    id: "product-sums-in-place",
    title: "Matrix product, sums in place in registers or tensor memory",
    statement: "bytes into the SMs ≥ floor(mn/M)·f(M) + f(mn mod M), M the sums that fit; 2mnk·√(wA·wB)/√M at leading order",
    scope: "class",
    proof: "proofs/product-sums-in-place.md",
    trust: "proven on paper",
    source: "this project",
    requires: ["classical-algebra", "sums-in-place", "operands-per-block"],
  },
  {
    id: "chain-transients",
    title: "Fused chain, stored or transient intermediate",
    statement: "Q ≥ T·ceil((mln − P·V0(T)) / V(S+T)) for every T; attention: 4N²d²/S at leading order",
    scope: "total",
    proof: "proofs/chain-transients.md",
    trust: "machine-checked",
    source: "this project; Saha and Ye 2024 for the order N²d²/S of attention",
    requires: ["classical-algebra", "no-algebra-across-stages"],
  },
  {
    id: "chain-births",
    title: "Fused chain, births of the intermediate charged",
    statement: "Q ≥ T·(ceil(ml(fk + n − f(3√3/16)√(S+T)) / ((S+T)/3)^(3/2)) − P) while 16k ≥ 3√3·√(S+T)",
    scope: "total",
    proof: "proofs/chain-births.md",
    trust: "machine-checked",
    source: "this project",
    requires: ["classical-algebra", "no-algebra-across-stages"],
  },
  {
    id: "chain-births-weighted",
    title: "Fused chain, births charged, every word at its size",
    statement:
      "Q ≥ T·(ceil(ml(fk√(wA·wB·s) + n√(wD·s·h) − fs(3√3/16)√X) / (X/3)^(3/2)) − P) − (s − wOut)·mn while 256k²wA·wB ≥ 27sX, X near S + T",
    scope: "total",
    proof: "proofs/chain-births-weighted.md",
    trust: "machine-checked",
    source: "this project",
    requires: ["classical-algebra", "no-algebra-across-stages"],
  },
  {
    id: "chain-transients-cold",
    title: "Fused chain, stored or transient intermediate, from an empty memory",
    statement:
      "Q ≥ U + J·T wherever Vt(U) + J·V(S+T) is less than all products; attention: 4N²d²/S + S at leading order, one memory",
    scope: "total",
    proof: "proofs/cold-start.md",
    trust: "proven on paper",
    source: "this project",
    requires: ["classical-algebra", "no-algebra-across-stages"],
  },
  {
    id: "chain-births-cold",
    title: "Fused chain, births charged, from an empty memory",
    statement: "Q ≥ U + J·T wherever U² + J·X² < ml((fk + n)·√(27X) − 27fX/16), X = S + T, while 16k ≥ 3√3·√X, one memory",
    scope: "total",
    proof: "proofs/cold-start.md",
    trust: "proven on paper",
    source: "this project",
    requires: ["classical-algebra", "no-algebra-across-stages"],
  },
  {
    id: "chain-resident-lines",
    title: "Fused chain, rows or weights that take about all of the fast memory",
    statement:
      "Q ≥ mk + kl + ln + mn + about l·√d, d = m(k + n) − S + min(m, k) words of A and sums of E that are away while a column of H is made; the same with columns of B and rows of D, about m·√d; one memory; exactly in the certificate",
    scope: "total",
    proof: "proofs/chain-resident-lines.md",
    trust: "proven on paper",
    source: "this project",
    requires: ["classical-algebra", "no-algebra-across-stages"],
  },
  {
    id: "chain-transients-steady",
    title: "Fused chain, stored or transient intermediate, no segment given away",
    statement: "Q ≥ T·mln / V(S+T) for every T and any number of memories",
    scope: "total",
    proof: "proofs/steady.md",
    trust: "machine-checked",
    source: "this project",
    requires: ["classical-algebra", "no-algebra-across-stages"],
  },
  {
    id: "chain-births-steady",
    title: "Fused chain, births charged, no segment given away",
    statement: "Q ≥ T·ml(fk + n − f(3√3/16)√(S+T)) / ((S+T)/3)^(3/2) while 16k ≥ 3√3·√(S+T), any number of memories",
    scope: "total",
    proof: "proofs/steady.md",
    trust: "machine-checked",
    source: "this project",
    requires: ["classical-algebra", "no-algebra-across-stages"],
  },
  {
    id: "chain-births-weighted-steady",
    title: "Fused chain, births charged, every word at its size, no segment given away",
    statement:
      "Q ≥ T·ml(fk√(wA·wB·s) + n√(wD·s·h) − fs(3√3/16)√X) / (X/3)^(3/2) − (s − wOut)·mn while 256k²wA·wB ≥ 27sX, X near S + T",
    scope: "total",
    proof: "proofs/steady.md",
    trust: "machine-checked",
    source: "this project",
    requires: ["classical-algebra", "no-algebra-across-stages"],
  },
  {
    id: "chain-mixed",
    title: "Fused chain, intermediate stored, transient and reborn",
    statement:
      "Q ≥ T·⌈(ml(y1·k + y2·n − ω√S)/S^(3/2) − P·w1)/w⌉ − (β − 1)·mn, w and w1 by branch and bound, β 1 or 2, any prices, every T",
    scope: "total",
    proof: "proofs/chain-mixed.md",
    trust: "proven on paper",
    source: "this project",
    requires: ["classical-algebra", "no-algebra-across-stages"],
  },
  {
    id: "chain-slices",
    title: "Fused chain, slice by slice, words held pay rent",
    statement:
      "Q ≥ ml((k·Λ1 + n·Λ2/τ)/√(S + 1) − θ) − (r − 1)·mn, less where H is stored; prices Λ of potentials at rent θ, sums of E at r, checked exactly",
    scope: "total",
    proof: "proofs/chain-slices.md",
    trust: "proven on paper",
    source: "this project",
    requires: ["classical-algebra", "no-algebra-across-stages"],
  },
  {
    id: "chain-slice-ends",
    title: "Fused chain, slice by slice, words held pay rent where sums begin and end",
    statement:
      "Q ≥ pairs·(f·own + min(dnΛ2(πs/h + ξ)/√X − ξh, dnΛ2(1)/√X + min(h, s(2 − P(1))))) − (rs − o)·mn, own = min over v of wk(Λ1 + ηP(v))/√X − sP(v), X = S/s + 1; prices Λ of potentials checked exactly",
    scope: "total",
    proof: "proofs/chain-slice-ends.md",
    trust: "proven on paper",
    source: "this project",
    requires: ["classical-algebra", "no-algebra-across-stages"],
  },
  {
    id: "long-chain-last-pair",
    title: "Chain of products, the last two, stored or made from earlier rows",
    statement: "Q ≥ T·ceil((m·w(r−1)·wr − P·V0(T)) / V(S+T)) for every T; V over the stage whose rows enter whole",
    scope: "total",
    proof: "proofs/long-chain.md",
    trust: "proven on paper",
    source: "this project",
    requires: ["classical-algebra", "no-algebra-across-stages"],
  },
  {
    id: "long-chain-births",
    title: "Chain of products, births of intermediates charged",
    statement:
      "Q ≥ T·(ceil(m(Σ w(q−1)wq − √(3X)·Σ a·ws) / (X/3)^(3/2)) − P) + rest, X = S+T, while w(s−1)² ≥ 3a²X; a from 0.18 to 0.29",
    scope: "total",
    proof: "proofs/long-chain.md",
    trust: "proven on paper",
    source: "this project",
    requires: ["classical-algebra", "no-algebra-across-stages"],
  },
  {
    id: "long-chain-births-weighted",
    title: "Chain of products, births charged, every word at its size",
    statement:
      "Q ≥ T·(ceil(m(√(o·h·s)·Σ w(q−1)wq − s√(3X)·Σ a·ws) / (X/3)^(3/2)) − P) + rest, sizes o of operands, h complete, s of sums",
    scope: "total",
    proof: "proofs/long-chain.md",
    trust: "proven on paper",
    source: "this project",
    requires: ["classical-algebra", "no-algebra-across-stages"],
  },
  {
    id: "long-chain-rows",
    title: "Chain of products, rows that enter whole",
    statement:
      "Q ≥ T·(ceil(1024κ·m·Σ w(q−1)wq / (256X² + 32κ²(X+8S) + κ⁴)) − P) + U, X = S+T, the first p products, U words of the rest; mκ·Σ w(q−1)wq/S at leading order",
    scope: "total",
    proof: "proofs/long-chain.md",
    trust: "proven on paper",
    source: "this project",
    requires: ["classical-algebra", "no-algebra-across-stages"],
  },
  {
    id: "long-chain-pairs",
    title: "Chain of products, pairs of two with the array inside stored or transient",
    statement:
      "Q ≥ T·(m·Σ w(q−2)w(q−1)wq / M − P) − m·Σ wq + U, q = 2, 4, … (in the second sum below r), M = max(k(X/3)^(3/2), X²/16), X = S+T, k the widest of w0, w2, …",
    scope: "total",
    proof: "proofs/long-chain-clock.md",
    trust: "proven on paper",
    source: "this project",
    requires: ["classical-algebra", "no-algebra-across-stages"],
  },
  {
    id: "long-chain-stages",
    title: "Chain of products, the beginning of every sum an event",
    statement:
      "Q ≥ T·(m·Σ w(q−1)wq / (X/3)^(3/2) − P) − m·Σ ws + U, q ≤ p, s ≤ p and s < r, X = S+T, while T·w(s−1) ≥ (X/3)^(3/2)",
    scope: "total",
    proof: "proofs/long-chain-clock.md",
    trust: "proven on paper",
    source: "this project",
    requires: ["classical-algebra", "no-algebra-across-stages"],
  },
  {
    id: "projective",
    title: "Projective statement (einsum), segments of T",
    statement: "Q ≥ T·ceil((points − P·V0(T)) / V(S+T)) for every T, V by exponents that cover every index",
    scope: "total",
    proof: "proofs/projective.md",
    trust: "proven on paper",
    source: "this project; Christ et al. 2013 and Dinh and Demmel 2020 for the exponents",
    requires: ["classical-algebra", "one-step-products"],
  },
  {
    id: "convolution",
    title: "Convolution, segments of T",
    statement: "Q ≥ T·ceil((Σ y·products − P·V0(T)) / V(S+T)) for every T, V by the reuse of each class of taps, priced by y",
    scope: "total",
    proof: "proofs/convolution.md",
    trust: "machine-checked",
    source: "this project; Chen, Han and Wang, HPCA'20, for the order products/√(reuse·S)",
    requires: ["classical-algebra", "no-padding-products"],
  },
  {
    id: "convolution-borders",
    title: "Convolution by 3×3 windows, borders of blocks counted",
    statement: "Q ≥ T·ceil((products − P·V0(T)) / V(S+T)) for every T, V by reuse 9·κ(x)², κ < 1 for blocks of x pixels",
    scope: "total",
    proof: "proofs/convolution-borders.md",
    trust: "proven on paper",
    source: "this project",
    requires: ["classical-algebra", "no-padding-products"],
  },
  {
    id: "convolution-slice-ends",
    title: "Convolution, slice by slice, rent at both ends of a sum's stay",
    statement:
      "Q ≥ Σ √(wI·wW/τ)·(Λ + ηP(v))/√X over products − Φ·wC·P(v) − (G − Φ)·wC·P(1) + G·wO for the least v, an input in τ taps, Φ outputs that meet all taps",
    scope: "total",
    proof: "proofs/convolution-slice-ends.md",
    trust: "proven on paper",
    source: "this project",
    requires: ["classical-algebra", "no-padding-products"],
  },
  {
    id: "convolution-passes",
    title: "Convolution, by memories of its filters",
    statement:
      "Q ≥ Σ over pixels of t taps (p·φ(s) + φ(O·C·t − ps) − wC·O) + wO·outputs, s = ⌈S/wW⌉, p = ⌊O·C·t/s⌋, φ(u) the least weight of sums and of inputs, each shared by τ pixels, that meet u weights",
    scope: "total",
    proof: "proofs/convolution-passes.md",
    trust: "proven on paper",
    source: "this project",
    requires: ["classical-algebra", "no-padding-products"],
  },
  {
    id: "convolution-steady",
    title: "Convolution, segments of T, none given away",
    statement: "Q ≥ T·(Σ y·products) / V(S+T) for every T, all prices y and any number of memories",
    scope: "total",
    proof: "proofs/steady.md",
    trust: "machine-checked",
    source: "this project",
    requires: ["classical-algebra", "no-padding-products"],
  },
  {
    id: "convolution-borders-steady",
    title: "Convolution, borders of blocks counted, no segment given away",
    statement: "Q ≥ T·products / V(S+T) for every T and any number of memories, V with the borders of blocks",
    scope: "total",
    proof: "proofs/steady.md",
    trust: "proven on paper",
    source: "this project",
    requires: ["classical-algebra", "no-padding-products"],
  },
  {
    id: "convolution-busiest",
    title: "Convolution, busiest memory",
    statement: "one of P memories moves at least T·ceil((Σ y·products/P − V0(T)) / V(S+T))",
    scope: "busiest",
    proof: "proofs/convolution.md",
    trust: "machine-checked",
    source: "this project; Irony, Toledo and Tiskin 2004 for the form",
    requires: ["classical-algebra", "no-padding-products"],
  },
  {
    id: "convolution-memory-independent",
    title: "Convolution, whatever the memory",
    statement: "one of P memories forms products worth Σ y·products/P and so moves the words that these need",
    scope: "busiest",
    proof: "proofs/convolution.md",
    trust: "machine-checked",
    source: "this project; Irony, Toledo and Tiskin 2004 and Al Daas et al. 2022 for the form",
    requires: ["classical-algebra", "no-padding-products"],
  },
  {
    id: "row-statistics",
    title: "Softmax and normalisation of rows that do not fit",
    statement:
      "reads ≥ rows·(n + max(0, n − P·S)) and gain and shift once: what of a row is gone when its last word has come is loaded again",
    scope: "total",
    proof: "proofs/row-statistics.md",
    trust: "proven on paper",
    source: "this project; two-pass softmax (Milakov and Gimelshein 2018) as the schedule that meets it",
    requires: ["row-forms"],
  },
  {
    id: "fusion-plan",
    title: "Fusion plan, kernel by kernel",
    statement:
      "the sum over kernels of disjoint cores' bounds, less results that need not be stored, plus every other boundary tensor",
    scope: "total",
    proof: "proofs/fusion-plan.md",
    trust: "proven on paper",
    source: "this project",
    requires: ["kernel-boundaries", "kernels-in-sequence", "operators-as-given"],
  },
  {
    id: "fusion-plan-dram",
    title: "Fusion plan, DRAM",
    statement: "the layer as one kernel on the whole chip, plus what is alive between two kernels beyond what the L2 holds",
    scope: "total",
    proof: "proofs/fusion-plan.md",
    trust: "proven on paper",
    source: "this project",
    requires: ["kernel-boundaries", "kernels-in-sequence", "operators-as-given"],
  },
];

/** Suffix of a bound's id when unfinished sums are taken as wide as the accumulator, a refinement with an assumption of its own. */
export const WIDE_SUMS = "-wide-sums";

export function theoremOf(certificate: Certificate): Theorem {
  return theoremNamed(certificate.theorem);
}

export function theoremNamed(id: Theorem["id"]): Theorem {
  const theorem = THEOREMS.find((candidate) => candidate.id === id);
  if (theorem === undefined) throw new RangeError(`no theorem ${id}`);
  return theorem;
}

/** Theorems that may count unfinished sums wider than stored outputs; ids then say so. */
const MAY_WIDEN: readonly string[] = [
  "product-segments",
  "product-steady",
  "product-slices",
  "product-slice-ends",
  "repeated-slice-ends",
  "product-resident-sums",
  "product-passes",
  "chain-transients",
  "chain-transients-steady",
  "chain-transients-cold",
  "chain-births-weighted",
  "chain-births-weighted-steady",
  "chain-slice-ends",
  "long-chain-last-pair",
  "long-chain-births-weighted",
  "projective",
  "convolution",
  "convolution-steady",
  "convolution-borders",
  "convolution-borders-steady",
  "convolution-slice-ends",
  "convolution-passes",
];

/** Theorems that need several products with one left operand to read its words in the same places (proofs/fusion-plan.md, Lemma 1). */
export const SLICED: readonly string[] = [
  "product-slices",
  "product-slice-ends",
  "product-resident-sums",
  "product-resident-operand",
  "product-passes",
  "product-room",
  "product-random-cuts",
  "chain-slice-ends",
];

/** Theorems that need elements of H in the same places for both products of a chain: of no use where a kernel may move them between. */
export const UNMOVED: readonly string[] = ["chain-resident-lines"];

/** Theorems that count partial sums of an intermediate at the size of those of the output. */
const COUNT_SUMS_OF_INTERMEDIATES: ReadonlySet<string> = new Set([
  "chain-births-weighted",
  "chain-births-weighted-steady",
  "chain-slice-ends",
  "long-chain-births-weighted",
]);

/** Sizes of words that a theorem counts. */
interface CountedSizes {
  readonly output: bigint;
  readonly h?: bigint;
  readonly between?: bigint;
}

/** The widest that a theorem may count partial sums and still hold where they are stored, or sent to be added, as narrow as results. */
export function widthOfResults(theorem: string, weights: CountedSizes): bigint {
  const { output } = weights;
  const intermediate = weights.h ?? weights.between ?? output;
  return COUNT_SUMS_OF_INTERMEDIATES.has(theorem) && intermediate < output ? intermediate : output;
}

/** Did the theorem use that partial sums are wider than stored results? */
export function presumesWideSums(certificate: Certificate): boolean {
  if (certificate.theorem === "block-scales") return presumesWideSums(certificate.product);
  // Counts sums of the last array at the size of a word, which may be more than a stored one.
  if (certificate.theorem === "long-chain-rows") {
    const { products, wordSize, instance } = certificate;
    return products === BigInt(instance.extents.widths.length - 1) && wordSize > instance.weights.output;
  }
  if (!MAY_WIDEN.includes(certificate.theorem) || !("instance" in certificate)) return false;
  const { weights } = certificate.instance;
  return "partial" in weights && weights.partial > widthOfResults(certificate.theorem, weights);
}

/** The class of kernels that a bound of `product-wave-class` holds for, in words. */
export function describeWaveClass({ tile, slots, inStep }: WaveClass): string {
  const step = inStep ? ", which walk k in step" : "";
  return `one block computes a ${tile.bm}×${tile.bn} tile of C, in any launch order, at most ${slots} at once${step}`;
}

/** Bytes of k that a stage holds of each row and column: the widest swizzle of shared memory. */
export const STAGE_ROW_BYTES = 128n;

/** The class of kernels that a bound of `product-sums-in-place` holds for, in words. */
export function describeSumsInPlace({ home, sms, stages, instance }: SumsInPlaceCertificate): string {
  const place = home === "registers" ? "registers" : "tensor memory";
  const holder = sms === 1n ? "one SM" : `a cluster of ${sms} SMs`;
  const staged = stages === 0n ? "" : `; ${stages} stages of ${STAGE_ROW_BYTES} bytes of each row and column in shared memory`;
  return `sums of ${instance.weights.partial} byte(s) stay in the ${place} of ${holder} from the first product to the last${staged}`;
}

/** Id under which a bound is printed. */
export function boundId(certificate: Certificate): string {
  return presumesWideSums(certificate) ? `${certificate.theorem}${WIDE_SUMS}` : certificate.theorem;
}
