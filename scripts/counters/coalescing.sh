#!/usr/bin/env bash
# coalescing.sh FOLDER EXPERIMENT...: compiles coalescing.cu, profiles every experiment with Nsight Compute and writes FOLDER/coalescing.csv.
# Needs nvcc (CUDA 12 or later), ncu with leave to read counters, and python3.
set -eu
out=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
nvcc -std=c++17 -O3 -gencode=arch=compute_90a,code=sm_90a -o "$out/coalescing" "$here/coalescing.cu" 2>"$out/nvcc.txt"
metrics=lts__t_sectors_srcunit_tex_op_read.sum,l1tex__m_xbar2l1tex_read_bytes.sum,dram__bytes_read.sum
ncu --csv --page raw --print-units base --clock-control none --cache-control none --profile-from-start off --metrics "$metrics" \
  --log-file "$out/ncu.csv" "$out/coalescing" "$@" >"$out/launches.txt"
python3 - "$out" "$metrics" <<'PY'
import csv, sys
out = sys.argv[1]
launches = [line.split()[1:] for line in open(f"{out}/launches.txt") if line.startswith("LAUNCH ")]
rows = list(csv.reader(line for line in open(f"{out}/ncu.csv") if line.startswith('"')))
head, counted = rows[0], rows[2:]
assert len(counted) == len(launches), (len(counted), len(launches))
at = [head.index(name) for name in sys.argv[2].split(",")]
with open(f"{out}/coalescing.csv", "w") as file:
    print("experiment,sms,nanoseconds,bytes,l2_sectors_from_sm_read,l2_to_sm_bytes,dram_read_bytes", file=file)
    for launch, row in zip(launches, counted):
        print(",".join([*launch, *(row[i].replace(",", "") for i in at)]), file=file)
PY
