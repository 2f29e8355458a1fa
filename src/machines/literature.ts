/** Names of the public measurements that several machines cite. */
export const GPU_BENCHES: string = "measured: RRZE-HPC gpu-benches";
export const LUO: string = "measured: Luo et al., Benchmarking and Dissecting the Nvidia Hopper GPU Architecture (IPDPS 2024)";
export const SPECIFICATION_DATABASES: string = "public specification databases";
/** Energy of moving a byte: published for other chips, and carried over to all GPUs as an estimate. */
export const HBM_ENERGY: string =
  "O'Connor et al., Fine-Grained DRAM (MICRO 2017): 3.92 pJ a bit of HBM2 (recalled; carried over from HBM2)";
export const L2_ENERGY: string =
  "Arunkumar et al., Understanding the Future of Energy Efficiency in Multi-Module GPUs (HPCA 2019): 3.96 nJ " +
  "for 32 bytes on a K40 of 28 nm (recalled; too high for later processes)";
