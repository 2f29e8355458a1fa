#!/usr/bin/env bash
# workloads-today.sh FOLDER [PART…]: profiles workloads-today.py with Nsight Compute and writes FOLDER/workloads-today.csv, a row a launch,
# and FOLDER/workloads-today-kernels.csv, a row a kernel of launches with several. Needs PyTorch, Triton, and ncu with leave to read counters.
# Sequences run twice: counters of DRAM alone need one pass, so that a kernel finds the L2 as the one before left it. Of more passes the
# profiler saves memory, which empties the L2; the bytes of the SMs' ports and durations, read then, are those of a cold start.
set -u
out=$1 parts=${*:2}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
dram=dram__bytes_read.sum,dram__bytes_write.sum
ports=l1tex__m_xbar2l1tex_read_bytes.sum,l1tex__m_l1tex2xbar_write_bytes.sum,gpu__time_duration.sum
launch=launch__grid_size,launch__shared_mem_per_block,launch__block_size,launch__registers_per_thread,launch__occupancy_limit_shared_mem
launch=$launch,launch__occupancy_limit_registers,launch__occupancy_limit_warps,launch__occupancy_limit_blocks
columns=workload,kernel,dram_read_bytes,dram_write_bytes,l2_fabric_sectors,l2_to_sm_bytes,sm_to_l2_bytes,duration_ns
columns=$columns,grid,smem_per_block,registers
for file in workloads-today workloads-today-kernels; do echo "$columns" >"$out/$file.csv"; done
status=0
profile() { # PART METRICS CACHE NAME
  timeout 190 ncu --csv --page raw --print-units base --clock-control none --cache-control "$3" --profile-from-start off --nvtx \
    --metrics "$2" --log-file "$work/$4.csv" python3 "$here/workloads-today.py" "$1" "$work/$1.json" 150 >"$out/$4.txt" 2>&1 || status=1
  grep -aE "FAILED|ALL RIGHT|==ERROR" "$out/$4.txt" "$work/$4.csv" | cut -c1-400
}
for part in ${parts:-alone sequence}; do
  if [ "$part" = alone ]; then
    profile alone "$dram,$ports,lts__t_sectors_srcunit_ltcfabric.sum,$launch" all alone
    raws=$work/alone.csv
  elif [ "$part" = layer ]; then
    profile layer "$dram,$launch" none layer
    raws=$work/layer.csv
  else
    profile sequence "$dram" none sequence-dram
    profile sequence "$ports,$launch" none sequence
    raws="$work/sequence-dram.csv $work/sequence.csv"
  fi
  # shellcheck disable=SC2086
  python3 "$here/workloads-today.py" table "$work/$part.json" "$out/workloads-today.csv" "$out/workloads-today-kernels.csv" $raws || status=1
done
exit $status
