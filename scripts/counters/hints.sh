#!/usr/bin/env bash
# hints.sh FOLDER: compiles hints.cu and writes FOLDER/hints.csv (products) and FOLDER/hints-pairs.csv (two products, H kept in the L2 or
# not), each without a limit for persisting lines and with some. Counters of one pass, so that the second of two kernels finds what the
# first left. Needs nvcc (CUDA 12 or later), ncu with leave to read counters, and python3.
set -eu
out=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
nvcc -std=c++17 -O3 -gencode=arch=compute_90a,code=sm_90a -o "$work/hints" "$here/hints.cu" 2>"$work/nvcc.txt"
metrics=dram__bytes_read.sum,dram__bytes_write.sum,gpu__time_duration.sum,launch__occupancy_limit_shared_mem,launch__occupancy_limit_registers
for kind in products two; do
  for limit in "" 16 31; do
    [ -z "$limit" ] && unset PERSISTING || export PERSISTING=$limit
    name=$kind$limit
    ncu --csv --page raw --print-units base --clock-control none --cache-control none --profile-from-start off --metrics "$metrics" \
      --log-file "$work/$name.csv" "$work/hints" $([ $kind = two ] && echo two) >"$work/$name.txt"
  done
done
python3 - "$work" "$out" <<'PY'
import csv, sys
work, out = sys.argv[1:]
for kind, target in (("products", "hints"), ("two", "hints-pairs")):
    with open(f"{out}/{target}.csv", "w") as file:
        print("workload,kernel,dram_read_bytes,dram_write_bytes,duration_ns", file=file)
        for limit in ("", "16", "31"):
            labels = [line.split()[1:] for line in open(f"{work}/{kind}{limit}.txt") if line.startswith("LABEL ")]
            rows = list(csv.reader(line for line in open(f"{work}/{kind}{limit}.csv") if line.startswith('"')))
            head, counted = rows[0], rows[2:]
            assert len(counted) == len(labels), (len(counted), len(labels))
            at = [head.index(n) for n in ("dram__bytes_read.sum", "dram__bytes_write.sum", "gpu__time_duration.sum")]
            limits = [i for i, n in enumerate(head) if n.startswith("launch__occupancy_limit")]
            for label, row in zip(labels, counted):
                ctas = min(int(float(row[i])) for i in limits)
                text = "+".join(label)
                print(",".join([f"{text}|ctas={ctas}", "mm", *(row[i].replace(",", "") for i in at)]), file=file)
PY
