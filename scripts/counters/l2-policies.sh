#!/usr/bin/env bash
# l2-policies.sh FOLDER: compiles l2-policies.cu, profiles the last pass of every experiment of l2-policies.txt with Nsight Compute
# and writes FOLDER/l2-policies.csv, of which data/h100-l2-policies.csv is a copy. One pass of the profiler and caches left as they are.
# Needs nvcc (CUDA 12 or later), ncu with leave to read counters, and python3.
set -eu
out=$1
here=$(cd "$(dirname "$0")" && pwd)
nvcc -std=c++17 -O3 -gencode=arch=compute_90a,code=sm_90a -o "$out/l2-policies" "$here/l2-policies.cu" 2>"$out/nvcc.txt"
metrics=dram__bytes_read.sum,dram__bytes_write.sum,lts__t_sectors_srcunit_ltcfabric.sum
ncu --csv --page raw --print-units base --clock-control none --cache-control "${CACHES:-none}" --profile-from-start off --metrics "$metrics" \
  --log-file "$out/ncu.csv" "$out/l2-policies" $(cat "${2:-$here/l2-policies.txt}") >"$out/launches.txt"
python3 - "$out" "$metrics" "$out/${NAME:-l2-policies}.csv" <<'PY'
import csv, sys
out = sys.argv[1]
labels = [line.split()[1] for line in open(f"{out}/launches.txt") if line.startswith("LAUNCH ")]
rows = list(csv.reader(line for line in open(f"{out}/ncu.csv") if line.startswith('"')))
head, counted = rows[0], rows[2:]
assert len(counted) == len(labels), (len(counted), len(labels))
at = [head.index(name) for name in sys.argv[2].split(",")]
with open(sys.argv[3], "w") as file:
    print("passes,dram_read_bytes,dram_write_bytes,l2_fabric_sectors", file=file)
    for label, row in zip(labels, counted):
        print(",".join([label.replace(",", " "), *(row[i].replace(",", "") for i in at)]), file=file)
PY
