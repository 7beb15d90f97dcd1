import { describe, expect, test } from 'vitest';
import { handOff, lookupInstall } from './hand-off.ts';

describe.each<[string, (ctx: unknown) => Promise<unknown>]>([
  ['lookupInstall', (ctx) => lookupInstall(ctx as object, 7)],
  ['lookupInstall', (ctx) => lookupInstall(ctx as object, undefined)],
  ['handOff', (ctx) => handOff(ctx as object, { install: 7, capability: 'hello' })],
])('%s', (name, call) => {
  test.each([undefined, null, {}, 7])('rejects a context that is %o, with a code', async (ctx) => {
    await expect(call(ctx)).rejects.toMatchObject({
      name: 'TypeError',
      code: 'invalid_argument',
      message: expect.stringMatching(`^invalid context for ${name}: expected the context of a trigger's handler; `),
    });
  });
});
