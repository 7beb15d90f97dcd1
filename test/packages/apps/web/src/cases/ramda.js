import * as R from 'ramda';

export default () => ({
  piped: R.pipe(
    R.filter((x) => x % 2 === 1),
    R.map(R.multiply(2)),
    R.sum,
  )([1, 2, 3, 4, 5]),
  lens: R.over(R.lensPath(['a', 0, 'b']), R.inc, { a: [{ b: 1 }] }),
  grouped: R.groupBy(R.prop('k'), [
    { k: 'x', v: 1 },
    { k: 'y', v: 2 },
    { k: 'x', v: 3 },
  ]),
  merged: R.mergeDeepRight({ a: { b: 1, c: 2 } }, { a: { b: 3 } }),
  equals: R.equals({ a: [1, new Set([1])] }, { a: [1, new Set([1])] }),
  curried: R.curry((a, b, c) => a + b + c)(1)(2)(3),
  evolve: R.evolve({ n: R.negate }, { n: 2, m: 1 }),
  sorted: R.sortWith(
    [R.descend(R.prop('a')), R.ascend(R.prop('b'))],
    [
      { a: 1, b: 2 },
      { a: 2, b: 2 },
      { a: 2, b: 1 },
    ],
  ),
});
