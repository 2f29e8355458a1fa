/** Bytes of k that a stage holds of each row and column: the widest swizzle of shared memory. */
export const STAGE_ROW_BYTES = 128n;
