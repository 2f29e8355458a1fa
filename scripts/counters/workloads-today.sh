#!/usr/bin/env bash
# workloads-today.sh FOLDER: profiles workloads-today.py with Nsight Compute and writes FOLDER/workloads-today.csv, a row a launch, and
# FOLDER/workloads-today-kernels.csv, a row a kernel of launches with several. Needs PyTorch, Triton, and ncu with leave to read counters.
# The counters need one pass, so that kernels of a sequence find the L2 as the one before left it; passes.txt says how many it took.
set -u
out=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
counters=dram__bytes_read.sum,dram__bytes_write.sum,l1tex__m_xbar2l1tex_read_bytes.sum,l1tex__m_l1tex2xbar_write_bytes.sum
counters=$counters,gpu__time_duration.sum
launch=launch__grid_size,launch__shared_mem_per_block,launch__block_size,launch__registers_per_thread,launch__occupancy_limit_shared_mem
launch=$launch,launch__occupancy_limit_registers,launch__occupancy_limit_warps,launch__occupancy_limit_blocks
columns=workload,kernel,dram_read_bytes,dram_write_bytes,l2_fabric_sectors,l2_to_sm_bytes,sm_to_l2_bytes,duration_ns
columns=$columns,grid,smem_per_block,registers
for file in workloads-today workloads-today-kernels; do echo "$columns" >"$out/$file.csv"; done
status=0
for part in alone sequence; do
  cache=all fabric=,lts__t_sectors_srcunit_ltcfabric.sum
  if [ "$part" = sequence ]; then cache=none fabric=; fi
  timeout 285 ncu --csv --page raw --print-units base --clock-control none --cache-control $cache --profile-from-start off --nvtx \
    --metrics "$counters$fabric,$launch" --log-file "$work/$part.csv" \
    python3 "$here/workloads-today.py" "$part" "$work/$part.json" 215 >"$out/$part.txt" 2>&1 || status=1
  grep -aohE "[0-9]+ pass(es)?" "$work/$part.csv" "$out/$part.txt" | sort | uniq -c | sed "s/^/$part: /" | tee -a "$out/passes.txt"
  grep -aE "FAILED|ALL RIGHT|==ERROR" "$out/$part.txt" "$work/$part.csv" | cut -c1-400
  python3 "$here/workloads-today.py" table "$work/$part.csv" "$work/$part.json" "$out/workloads-today.csv" \
    "$out/workloads-today-kernels.csv" || status=1
done
exit $status
