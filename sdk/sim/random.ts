/** Returns a generator of numbers from 0 to 1, determined by the seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Returns a generator of round trips with a log-normal distribution, in ms. */
export function latencyOf(random: () => number, medianMs = 80, p99Ms = 400, longestMs = Infinity): () => number {
  const sigma = Math.log(p99Ms / medianMs) / 2.3263; // the 99th percentile of the normal distribution
  return () => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return Math.min(medianMs * Math.exp(sigma * normal), longestMs);
  };
}
