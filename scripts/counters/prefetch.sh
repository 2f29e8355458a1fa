#!/usr/bin/env bash
# prefetch.sh FOLDER: compiles prefetch.cu and writes FOLDER/prefetch.csv, a row a kernel: counters of one pass, without emptying the L2
# between the two kernels of a pair, and the median time of all kernels of the case by events, without a profiler. Needs nvcc (CUDA 12
# or later), ncu with leave to read counters, and python3.
set -eu
out=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
nvcc -std=c++17 -O3 -gencode=arch=compute_90a,code=sm_90a -o "$work/prefetch" "$here/prefetch.cu" 2>"$work/nvcc.txt" || { cat "$work/nvcc.txt"; exit 1; }
"$work/prefetch" timed >"$work/timed.txt"
metrics=dram__bytes_read.sum,dram__bytes_write.sum,gpu__time_duration.sum
ncu --csv --page raw --print-units base --clock-control none --cache-control none --profile-from-start off --metrics "$metrics" \
  --log-file "$work/ncu.csv" "$work/prefetch" profiled >"$work/profiled.txt"
python3 - "$work" "$out" <<'PY'
import csv, sys
work, out = sys.argv[1:]
def labels(name):
    return [line.split()[1:] for line in open(f"{work}/{name}.txt") if line.startswith("LABEL ")]
rows = list(csv.reader(line for line in open(f"{work}/ncu.csv") if line.startswith('"')))
head, counted = rows[0], rows[2:]
timed, profiled = labels("timed"), labels("profiled")
assert [name for name, _ in timed] == [name for name, _ in profiled] and len(counted) == len(timed), (len(counted), len(timed), len(profiled))
at = [head.index(n) for n in ("Kernel Name", "dram__bytes_read.sum", "dram__bytes_write.sum", "gpu__time_duration.sum")]
with open(f"{out}/prefetch.csv", "w") as file:
    print("workload,kernel,dram_read_bytes,dram_write_bytes,duration_ns,case_ns", file=file)
    for (name, time), row in zip(timed, counted):
        kernel, *counts = (row[i] for i in at)
        print(",".join([name, kernel.split("(")[0].split("<")[0].split()[-1], *(c.replace(",", "") for c in counts), time]), file=file)
PY
