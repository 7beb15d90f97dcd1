import _ from 'lodash';

export default async () => {
  const deals = [
    { owner: 'a', amount: 3 },
    { owner: 'b', amount: 5 },
    { owner: 'a', amount: 4 },
  ];
  let calls = 0;
  const debounced = _.debounce(() => ++calls, 5);
  debounced();
  debounced();
  await new Promise((resolve) => setTimeout(resolve, 30));
  return {
    grouped: _.mapValues(_.groupBy(deals, 'owner'), (list) => _.sumBy(list, 'amount')),
    chain: _.chain(deals).orderBy(['amount'], ['desc']).map('amount').take(2).value(),
    merged: _.merge({ a: { b: [1, 2] } }, { a: { b: [3], c: 4 } }),
    picked: _.pick({ a: { b: 1 }, c: 2 }, ['a.b']),
    cloned: _.isEqual(_.cloneDeep({ d: new Date(0), m: new Map([[1, { x: /a/g }]]) }), {
      d: new Date(0),
      m: new Map([[1, { x: /a/g }]]),
    }),
    cases: [_.camelCase('first name'), _.kebabCase('FirstName'), _.startCase('first_name'), _.deburr('déjà vu')],
    template: _.escape('<a & b>'),
    words: _.words('fred, barney, & pebbles'),
    get: _.get({ a: [{ b: 2 }] }, 'a[0].b'),
    chunk: _.chunk([1, 2, 3, 4, 5], 2),
    calls,
  };
};
