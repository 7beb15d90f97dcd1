import { expect, test } from 'vitest';
import { ServedApp } from '../../../test/served-app.ts';
import { CONTROL_KEY } from '../../../test/served-worker.ts';

/** What a worker asks of a grant: the text that was signed, and its MAC. */
async function signed(
  app: ServedApp,
  kid = 'k1',
  control = CONTROL_KEY,
): Promise<{ kid: string; text: string; mac: string }> {
  const text = ['v2', 'https://app.example', 'dev', 'GET', '/_svc/manifest', app.clock, '0123456789abcdef', ''].join(
    '\n',
  );
  const utf8 = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', utf8.encode(control), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8.encode(text)));
  return { kid, text, mac: [...mac].map((byte) => byte.toString(16).padStart(2, '0')).join('') };
}

test('accepts a grant for one request, which may repeat its call', async () => {
  const app = new ServedApp({});
  const asked = await signed(app);
  const check = (use: string) => app.actor('ProjectActor', 'local/dev', 'checkGrant', { ...asked, use });
  expect(await check('first')).toBe(true);
  app.restart();
  expect(await check('first')).toBe(true);
  await expect(check('second')).rejects.toMatchObject({ code: 'grant_replayed' });
});

test('the owner of one control key cannot use up a nonce of another', async () => {
  const other = 'another-key-of-at-least-32-characters';
  const app = new ServedApp({ env: { SVC_CONTROL_KEY_k2: other } });
  const check = (asked: object) =>
    app.actor('ProjectActor', 'local/dev', 'checkGrant', { ...asked, use: crypto.randomUUID() });
  const [one, two] = [await signed(app), await signed(app, 'k2', other)];
  expect([await check(two), await check(one)]).toEqual([true, true]);
  await expect(check(two)).rejects.toMatchObject({ code: 'grant_replayed' });
});

test('accepts a grant once from a worker that sends no request id', async () => {
  const app = new ServedApp({});
  const asked = await signed(app);
  expect(await app.actor('ProjectActor', 'local/dev', 'checkGrant', asked)).toBe(true);
  await expect(app.actor('ProjectActor', 'local/dev', 'checkGrant', asked)).rejects.toMatchObject({
    code: 'grant_replayed',
  });
});

test('accepts an OAuth state for one request, which may repeat its call', async () => {
  const app = new ServedApp({});
  const state = { nonce: 'a'.repeat(32), expiresAt: app.clock + 600_000 };
  const take = (use: string) => app.actor('ProjectActor', 'local/dev', 'useOAuthState', { ...state, use });
  await take('first');
  await take('first');
  await expect(take('second')).rejects.toMatchObject({ code: 'oauth_state_used' });
});
