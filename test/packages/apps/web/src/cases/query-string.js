import queryString from 'query-string';

export default () => ({
  parsed: { ...queryString.parse('?foo=bar&list=1&list=2&e', { parseNumbers: true }) },
  text: queryString.stringify({ b: 'x y', a: [1, 2], n: null }, { arrayFormat: 'comma' }),
  url: queryString.stringifyUrl({ url: 'https://a.example/?x=1', query: { y: 'ü' } }),
  picked: queryString.pick('https://a.example/?x=1&y=2#h', ['y']),
});
