import superjson from 'superjson';

export default () => {
  const text = superjson.stringify({
    at: new Date(0),
    big: 10n,
    map: new Map([['a', new Set([1])]]),
    re: /a/gi,
    u: undefined,
    n: Number.NaN,
    url: new URL('https://a.example/'),
  });
  const back = superjson.parse(text);
  return {
    text: JSON.parse(text),
    back: [
      back.at.toISOString(),
      String(back.big),
      [...back.map.get('a')],
      String(back.re),
      'u' in back,
      String(back.n),
      back.url.href,
    ],
  };
};
