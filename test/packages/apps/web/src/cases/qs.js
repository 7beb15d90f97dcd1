import qs from 'qs';

export default () => ({
  parsed: qs.parse('a[b][c]=1&a[b][d][]=2&a[b][d][]=3&e=%20f&g'),
  text: qs.stringify({ a: { b: [1, { c: 'x y' }] }, n: null, u: undefined, d: new Date(0) }),
  brackets: qs.stringify({ a: [1, 2] }, { arrayFormat: 'brackets', encode: false }),
  limits: qs.parse('a[100]=x&b=1', { ignoreQueryPrefix: true, delimiter: '&', parameterLimit: 1 }),
  dots: qs.parse('a.b=c', { allowDots: true }),
});
