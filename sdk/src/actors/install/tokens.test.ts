import { beforeEach, describe, expect, test } from 'vitest';
import { ServedApp } from '../../../test/served-app.ts';
import { refusal, TokenEndpoint } from '../../../test/token-endpoint.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

let endpoint: TokenEndpoint;
let app: ServedApp;

beforeEach(async () => {
  endpoint = new TokenEndpoint();
  app = new ServedApp({ fetch: endpoint.fetch });
  await register();
});

async function register(): Promise<void> {
  const { access_token: accessToken, refresh_token: refreshToken } = endpoint.issue();
  const expiresAt = app.clock + endpoint.lifeSeconds * 1000;
  await app.actor('InstallActor', '7', 'register', {
    portalId: 7,
    scopes: ['oauth'],
    accessToken,
    refreshToken,
    expiresAt,
  });
}

const token = (refused?: string) =>
  app.actor<{ token: string; livesMs: number }>(
    'InstallActor',
    '7',
    'accessToken',
    refused === undefined ? {} : { refused },
  );

const state = async () => (await app.actor<{ state: string }>('InstallActor', '7', 'describe')).state;

async function codeOf(run: Promise<unknown>): Promise<string> {
  return run.then(
    () => 'nothing was refused',
    (error: { code: string }) => error.code,
  );
}

/** What stands in the store of the install's actor. */
const atRest = () =>
  [...app.go.texts]
    .filter(([key]) => key.includes('\u00007\u0000tokens'))
    .map(([, text]) => text)
    .join();

/** Waits for the next question; gives what answers it. */
function asked(): Promise<(response: Response) => void> {
  return new Promise((isAsked) => {
    endpoint.next.push(() => new Promise((answer) => isAsked(answer)));
  });
}

describe('an access token', () => {
  test('is returned with its lifetime while it is valid for a minute or more', async () => {
    expect(await token()).toEqual({ token: 'access-1', livesMs: 30 * MINUTE });
    app.clock += 29 * MINUTE;
    expect(await token()).toEqual({ token: 'access-1', livesMs: MINUTE });
    expect(endpoint.asked).toEqual([]);
    app.clock += 1;
    expect(await token()).toEqual({ token: 'access-2', livesMs: 30 * MINUTE });
  });

  test('is requested with the client id and secret as a form', async () => {
    app.clock += 30 * MINUTE;
    await token();
    expect(endpoint.asked.map((form) => Object.fromEntries(form))).toEqual([
      {
        grant_type: 'refresh_token',
        refresh_token: 'refresh-1',
        client_id: 'client-id',
        client_secret: 'client-secret',
      },
    ]);
  });

  test('counts its lifetime from the start of the request', async () => {
    app.clock += 30 * MINUTE;
    endpoint.next.push(() => {
      app.clock += 20_000;
      return Response.json(endpoint.issue('refresh-1'));
    });
    expect(await token()).toEqual({ token: 'access-2', livesMs: 30 * MINUTE - 20_000 });
  });

  test('is refreshed by one request for concurrent callers', async () => {
    app.clock += 30 * MINUTE;
    const tokens = await Promise.all(Array.from({ length: 50 }, () => token()));
    expect(new Set(tokens.map((each) => each.token))).toEqual(new Set(['access-2']));
    expect(endpoint.asked).toHaveLength(1);
  });

  test('that the CRM refuses is replaced once for all callers', async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, () => token('access-1')));
    expect(new Set(tokens.map((each) => each.token))).toEqual(new Set(['access-2']));
    expect((await token('access-1')).token).toBe('access-2'); // a latecomer
    expect(endpoint.asked).toHaveLength(1);
  });

  test('is not replaced repeatedly when the CRM refuses every token', async () => {
    expect((await token('access-1')).token).toBe('access-2');
    expect((await token('access-2')).token).toBe('access-2');
    app.clock += 10_000;
    expect((await token('access-2')).token).toBe('access-3');
  });
});

describe('a refresh token', () => {
  test('that rotates is stored and survives a restart', async () => {
    for (const n of [2, 3, 4]) {
      app.clock += 30 * MINUTE;
      expect((await token()).token).toBe(`access-${n}`);
      app.restart();
    }
    expect(endpoint.asked.map((form) => form.get('refresh_token'))).toEqual(['refresh-1', 'refresh-2', 'refresh-3']);
  });

  test('that does not rotate stays, even if the response omits it', async () => {
    endpoint.rotates = false;
    for (const n of [2, 3]) {
      app.clock += 30 * MINUTE;
      const { refresh_token: _left, ...answer } = endpoint.issue('refresh-1');
      endpoint.next.push(Response.json(answer));
      expect((await token()).token).toBe(`access-${n}`);
    }
    expect(endpoint.asked.map((form) => form.get('refresh_token'))).toEqual(['refresh-1', 'refresh-1']);
  });

  test('is durable before the access token of its response is returned', async () => {
    app.clock += 30 * MINUTE;
    const before = atRest();
    let atAnswer = '';
    await token().then(() => (atAnswer = atRest()));
    expect(atAnswer).not.toBe(before);
    app.restart();
    app.clock += 30 * MINUTE;
    await token();
    expect(endpoint.asked.at(-1)?.get('refresh_token')).toBe('refresh-2');
  });

  test('is never stored as plaintext, nor is the access token', async () => {
    app.clock += 30 * MINUTE;
    await token();
    expect(atRest()).toContain('v1.k1.');
    expect([...app.go.texts.values()].join()).not.toMatch(/refresh-\d|access-\d/);
  });

  test('is sealed again with the newest key when it is used', async () => {
    app.env['SVC_SEAL_KEY_k2'] = 'the second key of the tests';
    await token();
    expect(atRest()).toMatch(/v1\.k2\..*v1\.k2\./);
    delete app.env['SVC_SEAL_KEY_k1'];
    app.clock += 30 * MINUTE;
    expect((await token()).token).toBe('access-2');
  });

  test('fails to open without its key, and opens when the key is bound again', async () => {
    const { SVC_SEAL_KEY_k1: key = '' } = app.env;
    app.env['SVC_SEAL_KEY_k1'] = 'another key under the same id';
    expect(await codeOf(token())).toBe('sealed_wrong');
    delete app.env['SVC_SEAL_KEY_k1'];
    expect(await codeOf(token())).toBe('not_configured');
    expect(await state()).toBe('active');
    app.env['SVC_SEAL_KEY_k1'] = key;
    expect((await token()).token).toBe('access-1');
  });
});

describe('when the CRM issues no new token', () => {
  const failures: [string, () => Response | 'break'][] = [
    ['503', () => new Response('down', { status: 503 })],
    ['429', () => new Response('{"status":"error"}', { status: 429 })],
    ['no answer', () => 'break'],
    ['an answer that is none', () => new Response('<html>', { status: 200 })],
    ['a redirect', () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.example' } })],
    ['an error without a reason', () => new Response('nope', { status: 400 })],
  ];
  test.each(failures)('temporarily (%s), the stored token is used until it expires', async (_name, failure) => {
    app.clock += 29.5 * MINUTE;
    endpoint.next.push(failure());
    expect(await token()).toEqual({ token: 'access-1', livesMs: 0.5 * MINUTE });
    app.clock += MINUTE;
    endpoint.next.push(failure());
    expect(await codeOf(token())).toBe('token_unavailable');
    expect(await state()).toBe('active');
    expect((await token()).token).toBe('access-2');
  });

  test('because it refuses the app itself, the install is unchanged', async () => {
    app.clock += 30 * MINUTE;
    endpoint.next.push(refusal('BAD_CLIENT_SECRET', 'invalid_client'), refusal('BAD_HUB', 'access_denied'));
    for (let i = 0; i < 2; i++) {
      expect(await codeOf(token())).toBe('token_refused');
    }
    expect(await state()).toBe('active');
  });

  test('its message and the URL appear in no error', async () => {
    app.clock += 30 * MINUTE;
    endpoint.next.push(refusal('BAD_CLIENT_SECRET', 'invalid_client'), 'break');
    for (let i = 0; i < 2; i++) {
      const error = await token().then(String, String);
      expect(error).not.toMatch(/secret-in-prose|https?:|refresh-|access-|client-secret/);
    }
    expect(JSON.stringify(app.logs)).not.toMatch(/secret-in-prose|https?:|refresh-|access-|client-secret/);
  });
});

describe('when consent is revoked', () => {
  beforeEach(async () => {
    endpoint.good.clear();
    app.clock += 30 * MINUTE;
  });

  test('the install reports needs_reauth and sends no more requests', async () => {
    const error = (await token().catch((thrown: unknown) => thrown)) as Error & { code: string };
    expect(error.code).toBe('needs_reauth');
    expect(error.message).toContain('/oauth-start');
    expect(await app.actor('InstallActor', '7', 'describe')).toMatchObject({
      state: 'needs_reauth',
      since: app.clock,
      eraseAt: app.clock + 30 * DAY,
    });
    expect(await codeOf(token())).toBe('needs_reauth');
    expect(endpoint.asked).toHaveLength(1);
    expect(atRest()).toBe('');
  });

  test('the project index shows it', async () => {
    await codeOf(token());
    await app.alarms();
    expect(await app.actor('ProjectActor', 'local/dev', 'listInstalls')).toMatchObject({
      installs: [{ id: '7', state: 'needs_reauth' }],
    });
  });

  test('a new install is active and keeps its data', async () => {
    await app.actor('InstallActor', '7', 'storePut', { key: 'k', value: 1 });
    await codeOf(token());
    app.clock += 29 * DAY;
    await register();
    expect(await state()).toBe('active');
    expect((await token()).token).toBe('access-2');
    app.clock += 5 * DAY;
    await app.alarms();
    expect(await app.actor('InstallActor', '7', 'storeGet', { key: 'k' })).toEqual({ found: true, value: 1 });
  });

  test('all data is erased after 30 days and not before', async () => {
    await app.actor('InstallActor', '7', 'storePut', { key: 'k', value: 1 });
    await codeOf(token());
    app.clock += 30 * DAY - 1;
    await app.alarms();
    expect(app.keys('InstallActor', '7')).toContain('s/k');
    app.clock += 1;
    await app.alarms();
    expect(app.keys('InstallActor', '7').filter((key) => !key.startsWith('due'))).toEqual(['schema']);
    expect(await app.actor('ProjectActor', 'local/dev', 'listInstalls')).toEqual({ installs: [] });
  });

  test('an idle app notices it within a week', async () => {
    app.clock += 7 * DAY;
    await app.alarms();
    expect(await state()).toBe('needs_reauth');
  });

  test('an idle app retries after a day when the CRM is down', async () => {
    app.clock += 7 * DAY;
    endpoint.next.push('break', new Response('down', { status: 503 }));
    for (const day of [1, 2, 3]) {
      await app.alarms();
      expect(endpoint.asked).toHaveLength(day);
      app.clock += DAY;
    }
    expect(await state()).toBe('needs_reauth');
  });

  test('a new install during the refused refresh stays', async () => {
    const late = codeOf(token());
    const answer = await asked();
    await register();
    answer(refusal('BAD_REFRESH_TOKEN', 'invalid_grant'));
    await late;
    expect(await state()).toBe('active');
    expect((await token()).token).toBe('access-2');
  });
});

test('discards tokens that arrive after the install was erased', async () => {
  app.clock += 30 * MINUTE;
  const late = codeOf(token());
  const answer = await asked();
  await app.actor('InstallActor', '7', 'eraseAll', { portals: ['7'] });
  answer(Response.json(endpoint.issue('refresh-1')));
  expect(await late).toBe('install_not_found');
  expect(app.keys('InstallActor', '7').filter((key) => !key.startsWith('due'))).toEqual(['schema']);
});

test('a suspended install gets no token and still refreshes', async () => {
  await app.actor('InstallActor', '7', 'setInstallState', { state: 'suspended' });
  expect(await state()).toBe('suspended');
  expect(await codeOf(token())).toBe('install_suspended');
  app.clock += 7 * DAY;
  await app.alarms();
  expect(endpoint.asked).toHaveLength(1);
  await app.actor('InstallActor', '7', 'setInstallState', { state: 'active' });
  expect((await token()).token).toBe('access-2');
});

test('registers nothing without a sealing key', async () => {
  delete app.env['SVC_SEAL_KEY_k1'];
  const install = { portalId: 8, scopes: [], accessToken: 'a', refreshToken: 'r', expiresAt: app.clock };
  expect(await codeOf(app.actor('InstallActor', '8', 'register', install))).toBe('not_configured');
  expect(app.keys('InstallActor', '8')).toEqual([]);
});

test('returns install_not_found where the app is not installed', async () => {
  for (const method of ['describe', 'accessToken', 'setInstallState']) {
    expect(await codeOf(app.actor('InstallActor', '9', method, {}))).toBe('install_not_found');
  }
  expect(app.keys('InstallActor', '9')).toEqual([]);
});

describe("the CRM's id of the app", () => {
  const appId = (install = '7') => app.actor<number>('InstallActor', install, 'appId');

  test('is asked for with the token, once per consent', async () => {
    expect([await appId(), await appId()]).toEqual([5001, 5001]);
    expect(endpoint.described).toBe(1);
    endpoint.appId = 5002;
    await register();
    expect([await appId(), await appId()]).toEqual([5002, 5002]);
    expect(endpoint.described).toBe(2);
  });

  test('is asked for again if the app is installed again meanwhile', async () => {
    endpoint.whileDescribing = async () => {
      endpoint.whileDescribing = undefined;
      endpoint.appId = 5002;
      await register();
    };
    expect(await appId()).toBe(5002);
    expect(await appId()).toBe(5002);
  });

  test('is not kept if the install is erased meanwhile', async () => {
    endpoint.whileDescribing = async () => {
      await app.actor('InstallActor', '7', 'eraseAll', { portals: ['7'] });
    };
    expect(await codeOf(appId())).toBe('install_not_found');
    expect(app.keys('InstallActor', '7')).not.toContain('app-id');
  });

  test('is asked for again after a failure', async () => {
    endpoint.knowsTokens = false;
    expect(await codeOf(appId())).toBe('token_unavailable');
    endpoint.knowsTokens = true;
    expect(await appId()).toBe(5001);
  });

  test('exists neither without an install nor with static auth', async () => {
    expect(await codeOf(appId('8'))).toBe('install_not_found');
    expect(await codeOf(appId('static'))).toBe('not_configured');
    expect(endpoint.described).toBe(0);
  });
});
