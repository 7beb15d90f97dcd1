import { beforeEach, describe, expect, test, vi } from 'vitest';
import { freePacer } from '../../../test/pacer.ts';
import { makeSend } from '../../crm/send.ts';
import { ActorError } from '../../protocol/actor.ts';
import { type BoundInstall, readPortalId } from '../../protocol/install.ts';
import type { RequestContext } from '../../protocol/request-context.ts';

/** The calls and results of the install's actor. */
class Actor {
  readonly asked: [method: string, args: unknown][] = [];
  answer: (method: string, args: unknown) => unknown = () => ({ state: 'active', token: 't1', livesMs: 1_800_000 });
}

let actor: Actor;
let clock: number;
let background: Promise<unknown>[];
let lib: typeof import('./install.ts') & typeof import('./token.ts');

beforeEach(async () => {
  [actor, clock, background] = [new Actor(), 1_767_225_600_000, []];
  vi.resetModules(); // clears the cache of the isolate
  lib = { ...(await import('./install.ts')), ...(await import('./token.ts')) };
});

function contextOf(auth: 'static' | 'oauth' = 'oauth', env: Record<string, string> = {}): RequestContext {
  return {
    worker: { app: { auth } },
    env,
    waitUntil: (promise: Promise<unknown>) => void background.push(promise),
    host: {
      now: () => clock,
      actor: async (className: string, name: string, method: string, args: unknown) => {
        actor.asked.push([`${className} ${name} ${method}`, args]);
        return actor.answer(method, args);
      },
    },
  } as unknown as RequestContext;
}

async function errorOf(run: () => unknown): Promise<{ code: string; message: string }> {
  try {
    await run();
    return { code: '', message: 'nothing was refused' };
  } catch (error) {
    return error as { code: string; message: string };
  }
}

describe('the install of a portal', () => {
  test('needs no actor call with static auth', async () => {
    expect(await lib.installOf(contextOf('static'), 7)).toEqual({ id: 'static', portalId: 7, state: 'active' });
    expect(await lib.installOf(contextOf('static'), null)).toEqual({ id: 'static', portalId: null, state: 'active' });
    expect(actor.asked).toEqual([]);
  });

  test('is refreshed in the background after a minute and awaited after ten', async () => {
    const here = contextOf();
    expect(await lib.installOf(here, 7)).toEqual({ id: '7', portalId: 7, state: 'active' });
    clock += 59_999;
    await lib.installOf(here, 7);
    expect([actor.asked.length, background.length]).toEqual([1, 0]);
    clock += 1;
    await Promise.all([lib.installOf(here, 7), lib.installOf(here, 7), lib.installOf(here, 7)]);
    expect([actor.asked.length, background.length]).toEqual([2, 1]);
    await Promise.all(background);
    actor.answer = () => {
      throw new Error('the actor cannot be reached');
    };
    clock += 599_999;
    expect(await lib.installOf(here, 7)).toMatchObject({ state: 'active' });
    await Promise.all(background);
    clock += 1;
    expect((await errorOf(() => lib.installOf(here, 7))).message).toBe('the actor cannot be reached');
  });

  test('is refused until it exists', async () => {
    actor.answer = () => {
      throw new ActorError('install_not_found', 'no');
    };
    expect((await errorOf(() => lib.installOf(contextOf(), 7))).code).toBe('install_not_found');
    expect((await errorOf(() => lib.installOf(contextOf(), null))).code).toBe('install_not_found');
    actor.answer = () => ({ state: 'active' });
    expect(await lib.installOf(contextOf(), 7)).toMatchObject({ state: 'active' });
  });

  test('is refused after a refresh if it was erased', async () => {
    await lib.installOf(contextOf(), 7);
    actor.answer = () => {
      throw new ActorError('install_not_found', 'no');
    };
    clock += 60_000;
    expect(await lib.installOf(contextOf(), 7)).toMatchObject({ state: 'active' });
    await Promise.all(background);
    expect((await errorOf(() => lib.installOf(contextOf(), 7))).code).toBe('install_not_found');
  });

  test('is requested each time if it is not active', async () => {
    actor.answer = () => ({ state: 'needs_reauth' });
    expect(await lib.installOf(contextOf(), 7)).toMatchObject({ state: 'needs_reauth' });
    actor.answer = () => ({ state: 'active' });
    expect(await lib.installOf(contextOf(), 7)).toMatchObject({ state: 'active' });
  });

  test('is cached for a limited number of portals', async () => {
    for (let portal = 1; portal <= 1001; portal++) {
      await lib.installOf(contextOf(), portal);
    }
    await lib.installOf(contextOf(), 1001);
    expect(actor.asked).toHaveLength(1001);
    await lib.installOf(contextOf(), 1);
    expect(actor.asked).toHaveLength(1002);
  });
});

describe('the install that a granted request names', () => {
  test('must exist with oauth, whatever else the request says of it', async () => {
    const missing = () => Promise.reject(new ActorError('install_not_found', 'no'));
    actor.answer = missing;
    for (const named of [
      { id: '7' },
      { portalId: 7 },
      { id: 'x', portalId: 7, state: 'active' },
      { id: '7', config: {} },
    ]) {
      expect((await errorOf(() => lib.installFrom(contextOf(), named))).code).toBe('install_not_found');
    }
    expect(new Set(actor.asked.map(([call]) => call))).toEqual(new Set(['InstallActor 7 describe']));
  });

  test('is found by its portal, or by its id, which is the portal', async () => {
    for (const named of [{ id: '7' }, { portalId: 7 }, { portalId: '7', id: '8' }]) {
      expect(await lib.installFrom(contextOf(), named)).toEqual({ id: '7', portalId: 7, state: 'active' });
    }
  });

  test.each([undefined, {}, { id: '' }, { id: 'x' }, { portalId: 7.5 }])(
    'is refused without a portal: %j',
    async (named) => {
      expect(await errorOf(() => lib.installFrom(contextOf(), named))).toMatchObject({ code: 'install_not_found' });
      expect(actor.asked).toEqual([]);
    },
  );

  test('may have any id with static auth', async () => {
    const { installFrom } = lib;
    expect(await installFrom(contextOf('static'), { id: 'x', portalId: 3 })).toMatchObject({ id: 'x', portalId: 3 });
    expect(await installFrom(contextOf('static'), {})).toMatchObject({ id: 'static', portalId: null });
  });
});

test.each<[unknown, number | null]>([
  [7, 7],
  ['7', 7],
  ['007', 7],
  [0, 0],
  ['999999999999999', 999_999_999_999_999],
  ...['', ' 7', '7 ', '0x10', '1e3', '+7', '-7', '7.0', 'seven', '1'.repeat(16)].map((text) => [text, null] as const),
  ...[-1, 7.5, NaN, Infinity, 2 ** 53, null, undefined, true, [7], { portalId: 7 }].map(
    (value) => [value, null] as const,
  ),
] as [unknown, number | null][])('the portal id %j is %j', (value, id) => {
  expect(readPortalId(value)).toBe(id);
});

describe('the access token of an install', () => {
  const install: BoundInstall = { id: '7', portalId: 7, state: 'active' };

  test('is the binding with static auth', async () => {
    const here = contextOf('static', { CRM_ACCESS_TOKEN: 'bound' });
    const its: BoundInstall = { ...install, id: 'static' };
    expect(await lib.accessToken(here, its)).toBe('bound');
    expect(await lib.accessToken(here, its, 'bound')).toBe('bound');
    expect((await errorOf(() => lib.accessToken(contextOf('static'), its))).message).toContain('CRM_ACCESS_TOKEN');
    expect(actor.asked).toEqual([]);
  });

  test('is cached while it is valid for at least a minute', async () => {
    for (const at of [0, 1000, 29 * 60_000 - 1]) {
      const here = contextOf();
      const start = clock;
      clock += at;
      expect(await lib.accessToken(here, install)).toBe('t1');
      clock = start;
    }
    expect(actor.asked).toHaveLength(1);
    clock += 29 * 60_000;
    await lib.accessToken(contextOf(), install);
    expect(actor.asked).toHaveLength(2);
  });

  test("expires by the local clock, not the actor's", async () => {
    actor.answer = () => ({ token: 't1', livesMs: 61_000 });
    clock -= 3_600_000;
    await lib.accessToken(contextOf(), install);
    clock += 999;
    await lib.accessToken(contextOf(), install);
    expect(actor.asked).toHaveLength(1);
    clock += 1;
    await lib.accessToken(contextOf(), install);
    expect(actor.asked).toHaveLength(2);
    clock -= 7_200_000; // a clock set back does not extend the lifetime
    await lib.accessToken(contextOf(), install);
    expect(actor.asked).toHaveLength(3);
  });

  test('is not reused after the CRM refused it', async () => {
    await lib.accessToken(contextOf(), install);
    actor.answer = () => ({ token: 't2', livesMs: 1_800_000 });
    expect(await lib.accessToken(contextOf(), install, 't1')).toBe('t2');
    expect(actor.asked.at(-1)).toEqual(['InstallActor 7 accessToken', { refused: 't1' }]);
    expect(await lib.accessToken(contextOf(), install, 't1')).toBe('t2'); // a late retry of another request
    expect(actor.asked).toHaveLength(2);
  });

  test('is not requested for a suspended install', async () => {
    expect((await errorOf(() => lib.accessToken(contextOf(), { ...install, state: 'suspended' }))).code).toBe(
      'install_suspended',
    );
    expect(actor.asked).toEqual([]);
  });

  test('explains lost consent and marks the install', async () => {
    await lib.installOf(contextOf(), 7);
    actor.answer = (method) => {
      if (method === 'accessToken') {
        throw new ActorError('needs_reauth', 'install the app there again');
      }
      return { state: 'needs_reauth' };
    };
    expect(await errorOf(() => lib.accessToken(contextOf(), install))).toMatchObject({
      name: 'InstallAccessError',
      code: 'needs_reauth',
      message: 'install the app there again',
    });
    expect(await lib.installOf(contextOf(), 7)).toMatchObject({ state: 'needs_reauth' });
  });
});

describe('a CRM call', () => {
  function sender(tokens: string[], statuses: number[]) {
    const sent: (string | null)[] = [];
    const asked: (string | undefined)[] = [];
    const send = makeSend({
      headerPrefix: 'X-Crm',
      pacer: freePacer(),
      apiOrigin: 'https://api.crm.example',
      now: () => clock,
      onCall: () => {},
      token: async (refused) => {
        asked.push(refused);
        return tokens[Math.min(asked.length, tokens.length) - 1] as string;
      },
      fetch: async (_url, init) => {
        sent.push(`${(init.headers as Headers).get('authorization')} ${String(init.body)}`);
        const status = statuses[Math.min(sent.length, statuses.length) - 1] as number;
        return Response.json({ message: 'expired' }, { status });
      },
    });
    return { send, sent, asked };
  }

  test('is retried with another token if its token is refused', async () => {
    const { send, sent, asked } = sender(['t1', 't2'], [401, 200]);
    await send('POST', '/x', { body: { a: 1 } });
    expect(sent).toEqual(['Bearer t1 {"a":1}', 'Bearer t2 {"a":1}']);
    expect(asked).toEqual([undefined, 't1']);
  });

  test('is retried only once', async () => {
    const { send, sent } = sender(['t1', 't2', 't3'], [401]);
    expect(await errorOf(() => send('GET', '/x'))).toMatchObject({ status: 401 });
    expect(sent).toHaveLength(2);
  });

  test('is not retried if there is no other token', async () => {
    const { send, sent } = sender(['t1'], [401]);
    expect(await errorOf(() => send('GET', '/x'))).toMatchObject({ status: 401 });
    expect(sent).toHaveLength(1);
  });

  test.each([200, 403, 429, 500])('keeps its token after a %i', async (status) => {
    const { send, asked } = sender(['t1', 't2'], [status]);
    await errorOf(() => send('GET', '/x'));
    expect(asked).toEqual([undefined]);
  });
});

test('requests a token again if the actor was restarted', async () => {
  const install: BoundInstall = { id: '7', portalId: 7, state: 'active' };
  let times = 0;
  actor.answer = () => {
    times += 1;
    if (times === 1) {
      throw new Error('the object was reset');
    }
    return { token: 't2', livesMs: 1_800_000 };
  };
  expect(await lib.accessToken(contextOf(), install)).toBe('t2');
  actor.answer = () => {
    throw new ActorError('needs_reauth', 'no consent');
  };
  actor.asked.length = 0;
  expect(await errorOf(() => lib.accessToken(contextOf(), install, 't2'))).toMatchObject({ code: 'needs_reauth' });
  expect(actor.asked).toHaveLength(1);
});
