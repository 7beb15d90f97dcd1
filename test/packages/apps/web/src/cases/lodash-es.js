import { debounce, difference, flattenDeep, isPlainObject, keyBy, memoize, set, uniqBy, zipObject } from 'lodash-es';

export default () => ({
  keyed: keyBy([{ id: 1 }, { id: 2 }], 'id'),
  set: set({}, 'a.b[1]', 'x'),
  uniq: uniqBy([2.1, 1.2, 2.3], Math.floor),
  flat: flattenDeep([1, [2, [3, [4]]]]),
  difference: difference([1, 2, 3], [2]),
  zipped: zipObject(['a', 'b'], [1, 2]),
  plain: [isPlainObject({}), isPlainObject(new Date())],
  memo: memoize((x) => x * 2)(4),
  type: typeof debounce,
});
