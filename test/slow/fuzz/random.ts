/** A seeded random generator: the same seed gives the same choices on every machine. */
export class Random {
  #state = 0x9e3779b9

  constructor(...seeds: readonly number[]) {
    for (const seed of seeds) {
      this.#state = Math.imul(this.#state ^ seed, 0x85ebca6b)
      this.next()
    }
  }

  /** A number in [0, 1), from mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** An integer from `least` to `most`, both included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.integer(0, items.length - 1)]
    if (items.length === 0) throw new Error('nothing to pick from')
    return item as Item
  }
}
