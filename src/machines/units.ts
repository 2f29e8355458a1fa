export const KIB: number = 2 ** 10;
export const MIB: number = 2 ** 20;
export const GIB: number = 2 ** 30;
