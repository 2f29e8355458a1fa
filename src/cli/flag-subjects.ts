/** What errors of the library are about that is a flag of the same name. */
export const FLAG_SUBJECTS: ReadonlySet<string> = new Set(
  [
    "m n k l widths rows columns inputs head-dim batch tokens model hidden gated experts top-k skew gather heads kv-heads queries keys dim " +
      "causal window sinks lengths query-lengths shared-prefix " +
      "in-channels out-channels height width kernel stride padding scales scale-dtype dtype output-dtype accumulator",
    "measured-reads gpu fast-words cluster assume tile order band serpentine splits lse query-order key-order " +
      "stages threads ctas-per-sm cache l2-bytes schedule per-doubling mix reduction scheduler k-order execution " +
      "part phase context attention gpus objective spill-bytes hint deal loads resident recompute training",
  ].flatMap((names) => names.split(" ")),
);
