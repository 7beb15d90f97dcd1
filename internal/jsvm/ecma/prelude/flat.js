// Array.prototype.flat and String.raw. The engine's run without interruption, and flat recurses natively.
(() => {
  const put = (target, key, value) =>
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  const species = (array) => {
    if (!Array.isArray(array)) return [];
    let type = array.constructor;
    if (Object(type) === type) type = type[Symbol.species] ?? undefined;
    return type === undefined ? [] : new type(0);
  };
  const flatten = (target, start, source, depth) => {
    let next = start;
    for (let i = 0, length = Math.min(Math.trunc(Number(source.length)) || 0, 2 ** 53 - 1); i < length; i++) {
      if (!(i in source)) continue;
      const item = source[i];
      if (depth > 0 && Array.isArray(item)) next = flatten(target, next, item, depth - 1);
      else put(target, next++, item);
    }
    return next;
  };
  return {
    flat: {
      flat(depth) {
        if (this === undefined || this === null)
          throw new TypeError('Array.prototype.flat called on null or undefined');
        const source = Object(this);
        const levels = depth === undefined ? 1 : Math.trunc(Number(depth)) || 0;
        const target = species(source);
        flatten(target, 0, source, levels);
        return target;
      },
    }.flat,
    raw: {
      raw(strings, ...values) {
        const { raw } = Object(strings);
        if (raw === undefined || raw === null) throw new TypeError('Cannot convert undefined or null to object');
        const length = Math.trunc(Number(Object(raw).length)) || 0;
        const parts = [];
        for (let i = 0; i < length; i++) {
          parts.push(`${raw[i]}`);
          if (i + 1 < length && i < values.length) parts.push(`${values[i]}`);
        }
        return parts.join('');
      },
    }.raw,
  };
})();
