// Seeded random numbers, so that every failure can be had again.
export class Random {
  constructor(seed) {
    this.state = (seed * 2654435761 + 1) >>> 0;
  }

  /** A number in [0, 1). */
  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  below(limit) {
    return Math.floor(this.next() * limit);
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  /** One of [weight, value] pairs. */
  weighted(pairs) {
    let at = this.next() * pairs.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, value] of pairs) if ((at -= weight) < 0) return value;
    return pairs.at(-1)[1];
  }
}
