// Values that code may throw or log, and that are hard to describe.
import { cardBackend } from '@svc/sdk';

const revoked = (of: object): object => {
  const { proxy, revoke } = Proxy.revocable(of, {});
  revoke();
  return proxy;
};
const fails = (): never => {
  throw new TypeError('a getter throws');
};
const failing = (of: object, name: PropertyKey): object => Object.defineProperty(of, name, { get: fails });
const error = (members: object = {}): Error => Object.assign(new Error('x'), members);
const trap = (handler: ProxyHandler<object>, of: object = {}): object => new Proxy(of, handler);
const itself = (make: (own: () => object) => object): object => {
  const own: object = make(() => own);
  return own;
};
class NoSpecies extends Array<number> {
  static override get [Symbol.species](): never {
    return fails();
  }
}

/**
 * Each makes its value anew. Values that recurse without an end are not among them: they end the local engine's VM, and
 * requests that it serves at the same time fail.
 */
const VALUES: readonly (() => unknown)[] = [
  () => trap(trap({ get: () => fails })),
  () => trap(trap({ get: () => fails }), error()),
  () => trap({ ownKeys: fails }, { a: 1 }),
  () => trap({ getOwnPropertyDescriptor: fails }, { a: 1 }),
  () => trap({ has: fails }, { a: 1 }),
  () => trap({ get: fails }, { a: 1 }),
  () => trap({ get: fails }, [1]),
  () => trap({ getPrototypeOf: fails }),
  () => revoked({}),
  () => revoked(class {}),
  () => revoked(error()),
  () => revoked([]),
  () => new Proxy({}, revoked({})),
  () => failing(error(), 'name'),
  () => failing(error(), 'message'),
  () => failing(error(), 'stack'),
  () => failing(error(), 'cause'),
  () => failing(error(), 'code'),
  () => failing(error(), 'status'),
  () => failing(error(), 'retryAfterSeconds'),
  () => failing(error(), 'constructor'),
  () => failing(error(), Symbol.toStringTag),
  () => failing(new AggregateError([], 'x'), 'errors'),
  () => error({ toString: fails }),
  () => error({ name: Symbol('a'), message: Symbol('b') }),
  () => error({ name: { toString: fails } }),
  () => error({ name: undefined, message: null }),
  () => error({ stack: Symbol('s') }),
  () => error({ stack: 1 }),
  () => error({ stack: { toString: fails } }),
  () => error({ stack: 'Error: x\n    at f (worker.js:99999999999999999999:-1)\n    at (((\n at \u0000' }),
  () => error({ stack: 'Error: \u001b]0;x\u0007\n    at \u001b[31m (/etc/passwd:1:1)' }),
  () => error({ cause: revoked({}) }),
  () => error({ [Symbol.for('svc.unavailable')]: 1 }),
  () => error({ code: 'grant_missing', status: 200, name: 'RouteError' }),
  () => error({ name: 'BackpressureError', retryAfterSeconds: -1 }),
  () => Object.setPrototypeOf(error(), trap({ get: fails, getPrototypeOf: fails })),
  () => Object.setPrototypeOf(error(), null),
  () => Object.freeze(error()),
  () => Object.create(Error.prototype),
  () => Object.create(DOMException.prototype),
  () => new DOMException('x', 'AbortError'),
  () => ({ [Symbol.toPrimitive]: fails }),
  () => ({ [Symbol.toPrimitive]: (): string => String(Symbol.iterator as never as string) }),
  () => ({ toString: () => ({}), valueOf: () => ({}) }),
  () => failing({}, Symbol.toStringTag),
  () => failing({}, 'then'),
  () => failing({}, 'toJSON'),
  () => ({ toJSON: fails }),
  () => ({ toJSON: () => undefined }),
  () => ({ toJSON: () => revoked({}) }),
  () => itself((own) => ({ toJSON: own })),
  () => itself((own) => Object.defineProperty({}, 'own', { get: own, enumerable: true })),
  () => Object.create(null),
  () => Symbol('x'),
  () => Symbol(),
  () => undefined,
  () => null,
  () => Number.NaN,
  () => -0,
  () => true,
  () => '',
  () => 10n ** 500n,
  () => '\ud800x\udfff',
  () => 'a\0b',
  () => '\u001b]0;owned\u0007\u001b[31m\u202e',
  () => new Error('a\nb\r\n::error::c\u2028d'),
  () => new Error('m'.repeat(20_000)),
  () => error({ name: 'n'.repeat(20_000) }),
  () => new Error('m'.repeat(5_000_000)), // redaction of all of it takes the local engine eight seconds
  () => error({ stack: '    at f (a.ts:1:1)\n'.repeat(100_000) }),
  () => fails,
  () => async () => 1,
  () => Promise.resolve(1),
  () => Object.fromEntries([['then', fails]]),
  () => new Date(Number.NaN),
  () => /x/g,
  () => new Map([[{}, new Map()]]),
  () => new WeakMap(),
  () => new Uint8Array(8),
  () => new ArrayBuffer(8),
  () => new AggregateError([trap({ get: fails })], 'x', { cause: trap({ getPrototypeOf: fails }) }),
  () => itself((own) => Object.defineProperty(error(), 'cause', { get: own })),
  () => itself((own) => Object.defineProperty(new AggregateError([], 'x'), 'errors', { get: () => [own(), own()] })),
  () => itself((own) => Object.defineProperty([], 0, { get: own, enumerable: true })),
  () => failing([1, 2], 0),
  () => NoSpecies.from([1]),
  () => new Response('x'),
  () => new Headers({ a: 'b' }),
  () => Object(Symbol('x')),
  () => Object(1n),
  () => Object.assign(new String('x'), { toString: fails }),
];

/** Throws or logs value number `value`, which is counted from 0 again after the last one. */
export const thrown = cardBackend('thrown', {
  input: { value: { type: 'number', required: true }, how: { type: 'string', required: true } },
  handler({ input, logger }) {
    const value = VALUES[input.value % VALUES.length]?.();
    switch (input.how) {
      case 'throw':
        throw value;
      case 'reject':
        return Promise.reject(value);
      case 'cause':
        throw new Error('outer', { cause: value });
      default:
        logger.info('logged', { value });
        logger.info(value as string, value as Record<string, unknown>);
        return 'logged';
    }
  },
});
