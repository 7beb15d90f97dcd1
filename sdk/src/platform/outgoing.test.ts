import { beforeEach, describe, expect, test, vi } from 'vitest';

const SECRET = 'bound-secret-1';

describe('outgoingText', () => {
  test('cuts a long text, but no secret in two', async () => {
    const { outgoingText } = await import('./outgoing.ts');
    const { learnBindings } = await import('./secrets.ts');
    learnBindings({ SECRET });
    expect(outgoingText('x'.repeat(100_000))).toHaveLength(100_000);
    for (let before = 59_980; before <= 60_020; before++) {
      const shown = outgoingText('x'.repeat(before) + SECRET + 'y'.repeat(100_000));
      expect(shown).toMatch(/^x+(?:\[redacted\]|\[?[a-z]*)y*\.\.\.$/);
      expect(shown).not.toContain('bound');
    }
    const split = outgoingText('x'.repeat(99_995) + SECRET);
    expect(split).toBe(`${'x'.repeat(60_000)}...`);
  });
});

describe('guardConsole', () => {
  let written: unknown[][];

  beforeEach(async () => {
    vi.resetModules();
    written = [];
    vi.stubGlobal('console', { log: (...args: unknown[]) => written.push(args), memory: 1 });
    const { guardConsole } = await import('./outgoing.ts');
    const { learnBindings } = await import('./secrets.ts');
    learnBindings({ SECRET, NUMBER: '1234567890123' });
    guardConsole();
    guardConsole();
    return () => vi.unstubAllGlobals();
  });

  test('passes arguments without secrets unchanged', () => {
    class Shape {
      readonly size = 1;
    }
    const circular: Record<string, unknown> = { deep: { deeper: { deepest: {} } } };
    circular['self'] = circular;
    const args = [
      '%s and %d',
      'a',
      new Shape(),
      new Error('plain'),
      circular,
      Symbol('s'),
      () => 1,
      null,
      undefined,
      7n,
    ];
    console.log(...args);
    expect(written).toHaveLength(1);
    args.forEach((arg, i) => {
      expect(written[0]?.[i]).toBe(arg);
    });
  });

  test.each<[name: string, args: unknown[]]>([
    ['a text', [SECRET]],
    ['a template', [`a ${SECRET} b`]],
    ['a format', ['%s', SECRET]],
    ['halves in a format', ['%s%s', SECRET.slice(0, 5), SECRET.slice(5)]],
    ['halves in two arguments', [SECRET.slice(0, 5), { a: 1 }, SECRET.slice(5)]],
    ['a member', [{ a: [{ b: SECRET }] }]],
    ['a key', [{ [SECRET]: 1 }]],
    ['a symbol', [Symbol(SECRET)]],
    ['a symbol key', [{ [Symbol('a')]: SECRET }]],
    ['a number', [1234567890123]],
    ['a bigint', [1234567890123n]],
    ['a boxed text', [Object(SECRET)]],
    ['a map', [new Map([['a', SECRET]])]],
    ['a set', [new Set([SECRET])]],
    ['headers', [new Headers({ 'x-a': SECRET })]],
    ['headers by name', [new Headers({ authorization: 'bound' })]],
    ['a form', [new URLSearchParams({ a: SECRET })]],
    ['a URL', [new URL(`https://a.example/${SECRET}`)]],
    ['user info', [new URL('https://a:bound@a.example/')]],
    ['a request', [new Request(`https://a.example/?q=${SECRET}`)]],
    ['the headers of a request', [new Request('https://a.example/', { headers: { cookie: 'a=bound' } })]],
    ['the headers of a response', [new Response('', { headers: { 'x-a': SECRET } })]],
    ['bytes', [new TextEncoder().encode(SECRET)]],
    ['a buffer', [new TextEncoder().encode(SECRET).buffer]],
    ['an error', [new Error(SECRET)]],
    ['a cause', [new Error('a', { cause: new Error('b', { cause: SECRET }) })]],
    ['an aggregate', [new AggregateError([new Error(SECRET)], 'a')]],
    ['a property of an error', [Object.assign(new Error('a'), { response: { body: SECRET } })]],
    ['an object with toJSON', [{ inner: SECRET, toJSON: () => 'a' }]],
    ['what toJSON returns', [{ toJSON: () => ({ SECRET }) }]],
    ['a getter', [Object.defineProperty({}, 'a', { get: () => SECRET, enumerable: true })]],
    ['a proxy', [new Proxy({ a: SECRET }, {})]],
    ['a deep object', [{ a: { a: { a: { a: { a: { a: { a: { a: { a: { a: SECRET } } } } } } } } } }]],
    ['a long text', ['x'.repeat(20_000) + SECRET + 'x'.repeat(20_000)]],
  ])('hides a secret in %s', async (_name, args) => {
    console.log(...args);
    const { inspect } = await import(/* @vite-ignore */ `node:${'util'}`); // the SDK has no types of Node
    const shown = written[0]?.map((arg) => inspect(arg, { depth: null, maxStringLength: null })).join('') ?? '';
    expect(shown.replace(/\[redacted\] \d/, '')).not.toMatch(/bound|secret-1|1234567890123|98, 111, 117|62 6f 75/);
    expect(args.some((arg, i) => arg !== written[0]?.[i])).toBe(true);
  });

  test('keeps errors errors, with their name and stack', () => {
    console.log(new TypeError(SECRET, { cause: 1 }));
    const [error] = written[0] as [Error];
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'TypeError', message: '[redacted]', cause: 1 });
    expect(error.stack).toMatch(/^TypeError: \[redacted\]\n/);
    expect(Object.keys(error)).toEqual([]);
  });

  test('does not throw for hostile values', () => {
    const hostile = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no');
        },
        get: () => {
          throw new Error('no');
        },
      },
    );
    console.log(hostile, Object.create(null));
    expect(written).toHaveLength(1);
  });
});
