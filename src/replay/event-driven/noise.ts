/** Seeded noise: Marsaglia's xorshift, the same numbers on every machine. */
export class Noise {
  #state: number;

  constructor(seed: number) {
    this.#state = (987654321 + Math.imul(seed, 7654321)) | 0 || 1;
  }

  /** The sum of three uniforms on [0, 1) of ten bits each, less its mean: standard deviation 1/2. */
  next(): number {
    let bits = this.#state;
    bits ^= bits << 13;
    bits ^= bits >>> 17;
    bits ^= bits << 5;
    this.#state = bits;
    return ((bits & 1023) + ((bits >>> 10) & 1023) + ((bits >>> 20) & 1023)) / 1024 - 1.5;
  }
}
