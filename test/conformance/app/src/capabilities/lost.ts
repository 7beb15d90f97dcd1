// Results of which JSON keeps nothing, and some that look like them.
import { cardBackend, failContinue, ok, tool } from '@svc/sdk';

class Secret {
  readonly #value = 1;
  get value(): number {
    return this.#value;
  }
}

const VALUES: Readonly<Record<string, () => unknown>> = {
  promise: () => Promise.resolve(1),
  map: () => new Map([['a', 1]]),
  set: () => new Set([1]),
  response: () => new Response('{}'),
  headers: () => new Headers({ a: 'b' }),
  error: () => new RangeError('no'),
  instance: () => new Secret(),
  iterator: () => new Map().keys(),
  bytes: () => new ArrayBuffer(2),
  function: () => () => 1,
  symbol: () => Symbol('a'),
  *generator() {},
};

const KEPT: Readonly<Record<string, unknown>> = {
  date: new Date(0),
  url: new URL('https://a.example/'),
  empty: {},
  array: [],
  bare: Object.create(null),
  hidden: { toJSON: () => ({}), map: new Map() },
  text: '{}',
  fields: Object.assign(new Secret(), { a: {} }),
};

const namedValue = (what: string): unknown => (what === 'kept' ? KEPT : VALUES[what]?.());

/** Returns a value by name: as it is, within others, or as the result of an outcome. */
const lost = cardBackend('lost', {
  input: { what: { type: 'string', required: true }, where: { type: 'string' } },
  handler({ input: { what, where } }): unknown {
    const value = namedValue(what);
    return where === 'inside'
      ? { rows: [{}, { value }] }
      : where === 'ok'
        ? ok(value)
        : where === 'fail'
          ? failContinue('later', value as object)
          : value;
  },
});

/** Likewise, as output or in one of its fields. */
const lostTool = tool('lost-tool', {
  label: 'Lost',
  objectType: 'contact',
  input: { what: { type: 'string', required: true }, where: { type: 'string' } },
  output: { data: { type: 'json' } },
  handler({ input: { what, where } }) {
    const value = namedValue(what);
    return (where === 'inside' ? { data: { rows: [{}, { value }] } } : where === 'field' ? { data: value } : value) as {
      data: object;
    };
  },
});

export const losing = [lost, lostTool];
