/** Names of the public measurements that several machines cite. */
export const GPU_BENCHES: string = "measured: RRZE-HPC gpu-benches";
export const LUO: string = "measured: Luo et al., Benchmarking and Dissecting the Nvidia Hopper GPU Architecture (IPDPS 2024)";
export const SPECIFICATION_DATABASES: string = "public specification databases";
