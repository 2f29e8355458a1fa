#!/usr/bin/env bash
# launches.sh FOLDER PART SEED [COUNT]: profiles launches.py with Nsight Compute and writes FOLDER/PART.csv, a row a named launch
# (kernels of one name added), of which data/*-times*.csv, *-noise.csv and *-scans.csv are copies. Needs PyTorch, Triton, and ncu with
# leave to read counters. Part `scans` is of scans.py. Caches are flushed before each kernel, clocks are left as they are.
set -eu
out=$1 part=$2
here=$(cd "$(dirname "$0")" && pwd)
program=launches.py
if [ "$part" = scans ]; then program=scans.py; fi
counters=dram__bytes_read.sum,dram__bytes_write.sum,lts__t_sectors_op_read.sum,lts__t_sectors_op_write.sum,lts__t_sectors_srcunit_tex.sum
counters=$counters,lts__t_sectors_srcunit_tex_op_read.sum,lts__t_sectors_srcunit_tex_op_write.sum,lts__t_sectors_srcunit_tex_lookup_hit.sum
counters=$counters,lts__t_sectors_srcunit_tex_lookup_miss.sum,lts__t_sectors_srcunit_ltcfabric.sum,l1tex__m_xbar2l1tex_read_bytes.sum
counters=$counters,l1tex__m_l1tex2xbar_write_bytes.sum,gpu__time_duration.sum
launch=launch__grid_size,launch__shared_mem_per_block,launch__block_size,launch__registers_per_thread,launch__occupancy_limit_shared_mem
launch=$launch,launch__occupancy_limit_registers,launch__occupancy_limit_warps,launch__occupancy_limit_blocks,sm__cycles_elapsed.avg.per_second
ncu --csv --page raw --print-units base --clock-control none --cache-control all --profile-from-start off --nvtx --target-processes all \
  --metrics "$counters,$launch" --log-file "$out/$part-raw.csv" python3 "$here/$program" "${@:2}" >"$out/$part.txt" 2>&1
python3 - "$out/$part-raw.csv" "$counters" "$launch" "$out/$part.csv" <<'PY'
import csv, re, sys
rows = list(csv.reader(line for line in open(sys.argv[1], errors="replace") if line.startswith('"')))
head, kernels = rows[0], rows[2:]
counters, limits = sys.argv[2].split(","), sys.argv[3].split(",")
at = {name: head.index(name) for name in [*counters, *limits]}
mark = next(i for i, name in enumerate(head) if "Push/Pop" in name)
number = lambda row, name: int(float(row[at[name]].replace(",", "") or 0))
names = ["dram_read_bytes", "dram_write_bytes", "l2_sectors_read", "l2_sectors_write", "l2_sectors_from_sm", "l2_sectors_from_sm_read"]
names += ["l2_sectors_from_sm_write", "l2_hit_sectors", "l2_miss_sectors", "l2_fabric_sectors", "l2_to_sm_bytes", "sm_to_l2_bytes"]
out, last = [], None
for row in kernels:
    label = next((part.strip(' "') for part in row[mark].replace('"', "").split(":") if "|" in part), row[mark])
    resident = min(number(row, name) for name in limits if "occupancy_limit" in name)
    label = label if "ctas=" in label else f"{label}|ctas={resident}"
    kernel = re.split(r"[(<]", row[head.index("Kernel Name")])[0][:60]
    values = [number(row, name) for name in counters]
    if kernel == "combine_kernel":
        out[-1][2] = [a + b for a, b in zip(out[-1][2], values)]
    else:
        out.append([label, kernel, values, number(row, limits[0]), number(row, limits[1]), number(row, limits[-1])])
with open(sys.argv[4], "w", newline="") as file:
    table = csv.writer(file, lineterminator="\n")
    table.writerow(["workload", "kernel", *names, "duration_ns", "grid", "smem_per_block", "sm_hertz"])
    for label, kernel, values, grid, shared, hertz in out:
        table.writerow([label, kernel, *values, grid, shared, hertz])
PY
