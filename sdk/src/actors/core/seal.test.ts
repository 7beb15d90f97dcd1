import { expect, test } from 'vitest';
import type { ActorError } from '../../protocol/actor.ts';
import { open, type SealedFor, seal, sealingKeyId } from './seal.ts';

const KEYS = { SVC_SEAL_KEY_a: 'the first sealing key', SVC_PROJECT_ID: 'p', SVC_ENVIRONMENT: 'test' };

const place = (over: Partial<SealedFor> = {}): SealedFor => ({
  env: KEYS,
  install: '7',
  field: 'refresh-token',
  ...over,
});

async function codeOf(run: Promise<unknown> | (() => unknown)): Promise<string> {
  try {
    await (typeof run === 'function' ? run() : run);
    return 'nothing was refused';
  } catch (error) {
    return (error as ActorError).code;
  }
}

test('opens sealed text, which differs each time and hides its content', async () => {
  for (const text of ['', 'a token', 'ütf-8 \u{1f511}', 'x'.repeat(5000)]) {
    const sealed = await seal(place(), text);
    expect(sealed).toMatch(/^v1\.a\.[\w-]{16}\.[\w-]+$/);
    expect(await open(place(), sealed)).toEqual({ text, isStale: false });
    expect(await seal(place(), text)).not.toBe(sealed);
  }
});

test('opens text that another library sealed with AES-256-GCM and HKDF', async () => {
  // Made with the crypto module of Node: HKDF-SHA-256 without salt, info "svc seal v1"; the additional data is
  // ["v1","a","p","test","7","refresh-token"] and the iv 00 01 … 0b.
  const sealed = 'v1.a.AAECAwQFBgcICQoL.thunv5ETrM_cenL4wyB-Dp5qJbBMJYo';
  expect(await open(place(), sealed)).toEqual({ text: 'a token', isStale: false });
});

test('opens text only for its project, environment, install and field', async () => {
  const sealed = await seal(place(), 'a token');
  for (const other of [
    place({ install: '8' }),
    place({ field: 'access-token' }),
    place({ env: { ...KEYS, SVC_PROJECT_ID: 'q' } }),
    place({ env: { ...KEYS, SVC_ENVIRONMENT: 'production' } }),
  ]) {
    expect(await codeOf(open(other, sealed))).toBe('sealed_wrong');
  }
});

test('does not open altered text', async () => {
  const env = { ...KEYS, SVC_SEAL_KEY_b: KEYS.SVC_SEAL_KEY_a };
  const sealed = await seal(place(), 'a token');
  for (let at = 0; at < sealed.length - 1; at++) {
    const other = sealed[at] === 'b' ? 'a' : 'b'; // also turns the key id into another that is bound
    const altered = sealed.slice(0, at) + other + sealed.slice(at + 1);
    expect(await codeOf(open(place({ env }), altered)), `at ${at}`).toBe('sealed_wrong');
  }
  for (const text of ['', 'v1', `v2${sealed.slice(2)}`, `${sealed}.`, sealed.slice(0, -1), `${sealed}A`, 'a token']) {
    expect(await codeOf(open(place(), text))).toBe('sealed_wrong');
  }
});

test('does not open text with another key of the same id', async () => {
  const sealed = await seal(place(), 'a token');
  expect(await codeOf(open(place({ env: { ...KEYS, SVC_SEAL_KEY_a: 'not the first sealing key' } }), sealed))).toBe(
    'sealed_wrong',
  );
});

test('seals with the key whose id sorts last, opens with every bound key, and reports stale text', async () => {
  const old = await seal(place(), 'a token');
  const env = { ...KEYS, SVC_SEAL_KEY_b: 'the second sealing key' };
  expect(await open(place({ env }), old)).toEqual({ text: 'a token', isStale: true });
  const again = await seal(place({ env }), 'a token');
  expect(again).toMatch(/^v1\.b\./);
  expect(await open(place({ env }), again)).toEqual({ text: 'a token', isStale: false });
  const { SVC_SEAL_KEY_a: _first, ...rotated } = env;
  expect(await open(place({ env: rotated }), again)).toMatchObject({ text: 'a token' });
  expect(await codeOf(open(place({ env: rotated }), old))).toBe('not_configured');
});

test('seals nothing without a valid key', async () => {
  for (const keys of [
    {},
    { SVC_SEAL_KEY_a: '' },
    { SVC_SEAL_KEY_a: 5 },
    { SVC_SEAL_KEY_a: 'too short' },
    { 'SVC_SEAL_KEY_a.b': KEYS.SVC_SEAL_KEY_a },
  ]) {
    expect(await codeOf(() => sealingKeyId(keys))).toBe('not_configured');
    expect(await codeOf(seal(place({ env: keys }), 'a token'))).toBe('not_configured');
  }
});
