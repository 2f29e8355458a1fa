#!/usr/bin/env bash
# sm-port.sh FOLDER: compiles sm-port.cu, profiles it with Nsight Compute on a GPU of compute capability 9.0 and writes
# FOLDER/sm-port.csv, of which data/h100-sm-port.csv is a copy.
# Needs nvcc (CUDA 12.3 or later), ncu with leave to read counters, and python3.
set -eu
out=$1
here=$(cd "$(dirname "$0")" && pwd)
nvcc -std=c++17 -O3 -gencode=arch=compute_90a,code=sm_90a -o "$out/sm-port" "$here/sm-port.cu" 2>"$out/nvcc.txt"
"$out/sm-port" >"$out/plain.txt" || { grep WRONG "$out/plain.txt"; exit 1; }
into=l1tex__m_xbar2l1tex_read_bytes outOf=l1tex__m_l1tex2xbar_write_bytes sectors=lts__t_sectors
metrics=$into.sum,$outOf.sum,${into}_mem_dshared.sum,${outOf}_mem_dshared.sum
metrics=$metrics,${into}_mem_global_op_tma_ld_dest_multicast.sum,${outOf}_mem_global_op_red.sum
metrics=$metrics,${sectors}_srcunit_tex.sum,${sectors}_srcunit_tex_op_read.sum,${sectors}_srcunit_tex_op_write.sum
metrics=$metrics,${sectors}_op_red.sum,${sectors}_op_atom.sum
ncu --csv --page raw --print-units base --clock-control none --profile-from-start off --metrics "$metrics" \
  --log-file "$out/ncu.csv" "$out/sm-port" >"$out/launches.txt"
python3 - "$out" "$metrics" <<'PY'
import csv, sys
out = sys.argv[1]
launches = [line.strip().split(",") for line in open(f"{out}/launches.txt") if line.startswith("LAUNCH,")]
rows = list(csv.reader(line for line in open(f"{out}/ncu.csv") if line.startswith('"')))
head, counted = rows[0], rows[2:]
assert len(counted) == len(launches), (len(counted), len(launches))
metrics = [head.index(name) for name in sys.argv[2].split(",")]
with open(f"{out}/sm-port.csv", "w") as file:
    print(",".join(["kind", "cluster", "rounds", "arriving_bytes", "leaving_bytes", *(head[i] for i in metrics)]), file=file)
    for (_, kind, cluster, rounds, arriving, leaving, right, *_), row in zip(launches, counted):
        assert right == "right", kind
        print(",".join([kind, cluster, rounds, arriving, leaving, *(row[i].replace(",", "") for i in metrics)]), file=file)
PY
