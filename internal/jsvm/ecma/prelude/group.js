// Object.groupBy and Map.groupBy.
(() => {
  function group(items, callback, keyOf) {
    if (items === undefined || items === null) throw new TypeError(`${items} is not iterable`);
    if (typeof callback !== 'function') throw new TypeError(`${typeof callback} is not a function`);
    const groups = new Map();
    let index = 0;
    for (const item of items) {
      const key = keyOf(callback(item, index++));
      const members = groups.get(key);
      if (members) members.push(item);
      else groups.set(key, [item]);
    }
    return groups;
  }
  const propertyKey = (value) => Reflect.ownKeys({ [value]: 0 })[0];
  const zeroOnce = (value) => (value === 0 ? 0 : value);

  return {
    ofObject: {
      groupBy(items, callback) {
        const result = Object.create(null);
        for (const [key, members] of group(items, callback, propertyKey)) result[key] = members;
        return result;
      },
    }.groupBy,
    ofMap: {
      groupBy(items, callback) {
        return group(items, callback, zeroOnce);
      },
    }.groupBy,
  };
})();
