// Array.fromAsync.
({
  async fromAsync(items, mapper, thisArg) {
    if (mapper !== undefined && typeof mapper !== 'function') throw new TypeError(`${typeof mapper} is not a function`);
    const make = (...args) => (typeof this === 'function' ? new this(...args) : new Array(...args));
    const put = (target, key, value) =>
      Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
    const map = async (value, index) => (mapper ? await mapper.call(thisArg, value, index) : value);

    const open = items[Symbol.asyncIterator] ?? items[Symbol.iterator];
    let index = 0;
    if (!open) {
      const length = Math.min(Math.max(Math.trunc(Number(items.length)) || 0, 0), Number.MAX_SAFE_INTEGER);
      const result = make(length);
      for (; index < length; index++) put(result, index, await map(await items[index], index));
      result.length = length;
      return result;
    }
    const sync = items[Symbol.asyncIterator] == null;
    const iterator = open.call(items);
    const result = make();
    for (;;) {
      const step = await iterator.next();
      if (Object(step) !== step) throw new TypeError(`Iterator result ${String(step)} is not an object`);
      if (step.done) break;
      try {
        put(result, index, await map(sync ? await step.value : step.value, index));
      } catch (error) {
        try {
          await iterator.return?.();
        } catch {
          // Throw the first error.
        }
        throw error;
      }
      index++;
    }
    result.length = index;
    return result;
  },
}).fromAsync;
