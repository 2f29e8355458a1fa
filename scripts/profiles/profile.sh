#!/usr/bin/env bash
# profile.sh FILE MODEL [--backward] [--compile]: kernels of one step of step.py with their counters, as `redblue ncu FILE` reads them.
# Needs PyTorch, and ncu with leave to read counters. With a Chrome trace: python3 step.py MODEL --trace FILE.
set -eu
file=$1
here=$(cd "$(dirname "$0")" && pwd)
metrics=dram__bytes_read.sum,dram__bytes_write.sum,l1tex__m_xbar2l1tex_read_bytes.sum,l1tex__m_l1tex2xbar_write_bytes.sum,gpu__time_duration.sum
metrics=$metrics,launch__registers_per_thread,launch__shared_mem_per_block,launch__cluster_size,launch__occupancy_limit_registers
metrics=$metrics,launch__occupancy_limit_shared_mem,device__attribute_display_name,device__attribute_multiprocessor_count
metrics=$metrics,device__attribute_l2_cache_size,device__attribute_total_memory,device__attribute_max_mem_frequency_khz,device__attribute_global_memory_bus_width
metrics=$metrics,device__attribute_max_shared_memory_per_multiprocessor,device__attribute_max_registers_per_multiprocessor
metrics=$metrics,device__attribute_max_gpu_frequency_khz,device__attribute_compute_capability_major,device__attribute_compute_capability_minor
ncu --csv --page raw --nvtx --print-units base --clock-control none --profile-from-start off --metrics "$metrics" --log-file "$file" \
  python3 "$here/step.py" "${@:2}"
