// Deep equality, for node:util and node:assert.
(function () {
  const tag = (value) => Object.prototype.toString.call(value);
  const isObject = (value) => value !== null && typeof value === 'object';

  // Whether a and b are equal. seen has the pairs that are being compared, so that cycles end.
  const equal = (a, b, strict, seen) => {
    if (Object.is(a, b)) return true;
    if (!isObject(a) || !isObject(b)) return !strict && !isObject(a) && !isObject(b) && looselyEqual(a, b);
    if (tag(a) !== tag(b) || (strict && Object.getPrototypeOf(a) !== Object.getPrototypeOf(b))) return false;
    if (Array.isArray(a) && a.length !== b.length) return false;
    if (!equalInside(a, b)) return false;
    if (seen.some(([x, y]) => x === a && y === b)) return true;
    const pairs = [...seen, [a, b]];
    const same = (x, y) => equal(x, y, strict, pairs);
    if (a instanceof Map) return a.size === b.size && [...a].every(([key, value]) => has(b, key, value, same));
    if (a instanceof Set)
      return a.size === b.size && [...a].every((item) => b.has(item) || [...b].some((other) => same(item, other)));
    const keys = keysOf(a);
    return keys.length === keysOf(b).length && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]));
  };

  // biome-ignore lint/suspicious/noDoubleEquals: the loose mode of node:assert is defined by ==
  const looselyEqual = (a, b) => a == b || (Number.isNaN(a) && Number.isNaN(b));

  const keysOf = (object) => [
    ...Object.keys(object),
    ...Object.getOwnPropertySymbols(object).filter((key) => Object.prototype.propertyIsEnumerable.call(object, key)),
  ];

  const has = (map, key, value, same) =>
    map.has(key)
      ? same(value, map.get(key))
      : [...map].some(([otherKey, otherValue]) => isObject(key) && same(key, otherKey) && same(value, otherValue));

  // The values that objects of built-in classes have beside their properties.
  const equalInside = (a, b) => {
    if (a instanceof Date) return Object.is(a.getTime(), b.getTime());
    if (a instanceof RegExp) return String(a) === String(b) && a.lastIndex === b.lastIndex;
    if (a instanceof Error) return a.message === b.message && a.name === b.name;
    if (a instanceof Number || a instanceof String || a instanceof Boolean) return Object.is(a.valueOf(), b.valueOf());
    if (a instanceof ArrayBuffer) return equalInside(new Uint8Array(a), new Uint8Array(b));
    return !ArrayBuffer.isView(a) || (a.length === b.length && a.byteLength === b.byteLength);
  };

  return { strict: (a, b) => equal(a, b, true, []), loose: (a, b) => equal(a, b, false, []) };
});
