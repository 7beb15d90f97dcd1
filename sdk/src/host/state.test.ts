import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type GoHost, installGoHost } from '../../test/go-host.ts';

let host: GoHost;

beforeEach(async () => {
  host = installGoHost();
  vi.resetModules();
  const { serve } = await import('./state.ts');
  const { createAppWorker } = await import('../worker/app.ts');
  const app = { auth: 'static', redaction: { fields: [] }, alerts: [] };
  serve(createAppWorker({ manifest: { app, workers: [] }, profile: {} } as never));
});

async function call(request: object): Promise<{ v?: unknown; e?: { code: string; message: string } }> {
  const whole = { protocol: 1, class: 'InstallActor', name: 'one', method: 'storeGet', args: { key: 'k' }, ...request };
  return JSON.parse(await globalThis.__svc_actor(JSON.stringify(whole)));
}

describe('a call to an actor', () => {
  test('returns {v}', async () => {
    expect(await call({ method: 'storePut', args: { key: 'k', value: [1] } })).toEqual({ v: null });
    expect(await call({})).toEqual({ v: { found: true, value: [1] } });
  });

  test('returns {e} with the code of an ActorError', async () => {
    expect(await call({ args: { key: '' } })).toEqual({ e: { code: 'invalid_key', message: expect.any(String) } });
    expect(host.logs).toEqual([]);
  });

  test('with another protocol version fails, and asks to deploy all workers', async () => {
    expect((await call({ protocol: 2 })).e).toMatchObject({
      code: 'protocol_unsupported',
      message: expect.stringContaining('deploy all workers'),
    });
  });

  test.each(['nothing', 'constructor', '__proto__', 'toString', ''])(
    'reaches methods of the table only (%s)',
    async (method) => {
      expect((await call({ method })).e?.code).toBe('unknown_method');
    },
  );

  test.each(['NoActor', 'constructor', '__proto__', ''])(
    'of a class that does not exist (%s) fails and is logged',
    async (name) => {
      expect((await call({ class: name })).e?.code).toBe('actor_error');
      expect(host.logs).toMatchObject([{ level: 'error', message: expect.stringContaining('unknown actor class') }]);
    },
  );

  test('with an unexpected error logs it, and hides it from the caller', async () => {
    Object.assign(globalThis, {
      __svc_store_get() {
        throw new Error('disk is full');
      },
    });
    const { e } = await call({});
    expect(e).toEqual({ code: 'actor_error', message: 'the actor failed in storeGet; see its log' });
    expect(host.logs).toMatchObject([
      { level: 'error', worker: 'InstallActor one', message: expect.stringContaining('storeGet failed: disk is full') },
    ]);
  });

  test('with unexpected arguments does not reject', async () => {
    for (const args of [null, 5, 'k', [], undefined]) {
      for (const method of ['storeGet', 'storePut', 'storeDelete', 'storeList']) {
        expect(Object.keys(await call({ method, args }))).toHaveLength(1);
      }
      expect((await call({ class: 'ProjectActor', method: 'checkGrant', args })).e).toBeDefined();
    }
  });
});

test('an alarm without due entries returns {v}', async () => {
  expect(await globalThis.__svc_alarm('{"class":"InstallActor","name":"one"}')).toBe('{"v":null}');
  expect(JSON.parse(await globalThis.__svc_alarm('{"class":"NoActor","name":"one"}'))).toHaveProperty('e');
});
