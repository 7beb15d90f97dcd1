/** Sets an entry of a cache. Removes the oldest entry if the cache is full. */
export function remember<K, V>(cache: Map<K, V>, max: number, key: K, value: V): void {
  const oldest = cache.keys().next();
  if (cache.size >= max && !cache.has(key) && oldest.done !== true) {
    cache.delete(oldest.value);
  }
  cache.set(key, value);
}
