// Probes of what the language itself has.
export const languageProbes: Record<string, () => unknown> = {
  numbers() {
    return [
      String(1e21),
      String(0.1 + 0.2),
      (25).toString(36),
      (1.005).toFixed(2),
      (1234.5678).toPrecision(6),
      (1e-7).toString(),
      String(-0),
      parseFloat('1e1000'),
      Number(''),
      Number('0x1f'),
      Number(' 12 '),
      parseInt('08', 10),
      (0.000001234).toExponential(2),
      Math.round(-0.5),
      5e-324,
      (123.456).toFixed(0),
    ];
  },
  dates() {
    const date = new Date('2026-02-28T23:59:59.999Z');
    date.setUTCDate(30);
    return [
      date.toISOString(),
      new Date(2026, 0, 1).getTimezoneOffset(),
      Date.UTC(2026, 1, 30),
      JSON.stringify(new Date(NaN)),
      new Date('2026-03-01').getTime(),
      new Date('2026-03-01T00:00').getTime(),
      date.getUTCDay(),
      new Date(8.64e15).toISOString(),
      String(date),
      date.toTimeString(),
      `${new Date(NaN)}`,
    ];
  },
  texts() {
    return [
      'ſI'.toLowerCase(),
      'ß'.toUpperCase(),
      'e\u0301'.normalize('NFC'),
      'a-b-c'.replaceAll('-', '+'),
      'x'.padStart(3, 'ab'),
      [...'a😀'].length,
      'abc'.at(-1),
      '😀'.codePointAt(0),
      'a\u2028b'.split(/\s/).length,
      '\ud800'.isWellFormed(),
      '\ud800a'.toWellFormed() === '\ufffda',
      ' \ufeff\u00a0x '.trim(),
      'b' < 'ä',
      ['ä', 'b', 'a', 'Z'].sort(),
    ];
  },
  patterns() {
    const built = (pattern: string) => new RegExp(pattern);
    const nameOf = (fail: () => unknown) => {
      try {
        return fail();
      } catch (error) {
        return (error as Error).name;
      }
    };
    const date = /(?<year>\d{4})-(?<month>\d\d)/u.exec('on 2026-11')?.groups;
    return [
      { ...date },
      'price: $5 €7'.match(/(?<=[$€])\d/gu),
      'aBc'.replace(/b/i, (b) => `[${b}]`),
      [...'a1b22'.matchAll(/\d+/g)].map((m) => [m[0], m.index]),
      /^\p{Lu}\p{Ll}+$/u.test('Élan'),
      'a\nb'.match(/a.b/s)?.[0].length,
      /(a+)+$/.test('aaaaaaaaaaaaaaaaaaaa'),
      'aaa'.lastIndexOf('a'),
      /[^]/.test('\n'),
      'x'.search(/y/),
      '2026-01'.split(/(-)/),
      'a😀b😂c'.replace(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g, '-'),
      'a😀b'.search(built('[\\ud800-\\udbff](?![\\udc00-\\udfff])')),
      'a😀b'.match(/[^\uD800-\uDBFF](?<=[\uDC00-\uDFFF])/)?.index,
      built('[\\uD800-\\uDBFF][\\uDC00-\\uDFFF]').source,
      nameOf(() => RegExp.prototype[Symbol.replace].call({} as RegExp, 'a', 'b')),
    ];
  },
  async language() {
    const cause = new Error('outer', { cause: new TypeError('inner') });
    class Counter {
      static #made = 0;
      static {
        Counter.#made = 40;
      }
      #n = 2;
      get total() {
        return Counter.#made + this.#n;
      }
    }
    async function* numbers() {
      yield 1;
      yield 2;
    }
    const gathered: number[] = [];
    for await (const n of numbers()) {
      gathered.push(n);
    }
    const settled = await Promise.allSettled([1, Promise.reject(new Error('no'))]);
    return [
      (cause.cause as Error).name,
      new Counter().total,
      gathered,
      settled.map(({ status }) => status),
      await Promise.any([Promise.reject(new Error('x')), 7]),
      [3, 1, 2].toSorted(),
      Object.fromEntries(Object.entries({ a: 1 }).map(([k, v]) => [k.toUpperCase(), v])),
      [1, [2, [3]]].flat(2),
      { a: { b: null } }.a?.b ?? 'none',
      Object.groupBy([1, 2, 3], (n) => (n % 2 ? 'odd' : 'even')),
    ];
  },
};
