/**
 * Max-heap of (next use, vertex) pairs with lazy deletion, on typed arrays that grow. Outdated pairs stay until they surface;
 * the caller recognises them.
 */
export class FarthestQueue {
  #keys: Float64Array = new Float64Array(1024);
  #vertices: Int32Array = new Int32Array(1024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  clear(): void {
    this.#size = 0;
  }

  topKey(): number {
    return this.#keys[0] as number;
  }

  topVertex(): number {
    return this.#vertices[0] as number;
  }

  push(key: number, vertex: number): void {
    if (this.#size === this.#keys.length) this.#grow();
    let i = this.#size++;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if ((this.#keys[parent] as number) >= key) break;
      this.#keys[i] = this.#keys[parent] as number;
      this.#vertices[i] = this.#vertices[parent] as number;
      i = parent;
    }
    this.#keys[i] = key;
    this.#vertices[i] = vertex;
  }

  pop(): void {
    const last = --this.#size;
    const key = this.#keys[last] as number;
    const vertex = this.#vertices[last] as number;
    let i = 0;
    for (let child = 1; child < last; child = 2 * i + 1) {
      if (child + 1 < last && (this.#keys[child + 1] as number) > (this.#keys[child] as number)) child++;
      if ((this.#keys[child] as number) <= key) break;
      this.#keys[i] = this.#keys[child] as number;
      this.#vertices[i] = this.#vertices[child] as number;
      i = child;
    }
    this.#keys[i] = key;
    this.#vertices[i] = vertex;
  }

  #grow(): void {
    const keys = new Float64Array(2 * this.#keys.length);
    keys.set(this.#keys);
    this.#keys = keys;
    const vertices = new Int32Array(2 * this.#vertices.length);
    vertices.set(this.#vertices);
    this.#vertices = vertices;
  }
}
