/**
 * Encrypts secrets at rest (the tokens of installs) with AES-256-GCM: `v1.<key id>.<iv>.<ciphertext>`, the last two in
 * base64url. Sealed text opens only for its project, environment, install and field.
 *
 * Keys are bindings of the app worker, SVC_SEAL_KEY_<key id>. Every bound key opens. The key whose id sorts last seals.
 * To rotate, bind a key whose id sorts last. Remove the old key when all values are sealed again (see `isStale`).
 */

import { fromBase64, utf8 } from '../../platform/bytes.ts';
import { toBase64 } from '../../platform/to-base64.ts';
import { projectScope } from '../../platform/env.ts';
import type { Bindings } from '../../platform/host.ts';
import { ActorError } from '../../protocol/actor.ts';
import { learnToken } from '../../platform/secrets.ts';

/** Prefix of the bindings of sealing keys. The key id follows. */
export const SEAL_KEY = 'SVC_SEAL_KEY_';

/** Shortest sealing key, in characters. A shorter key is guessable. */
const MIN_KEY_LENGTH = 16;

/** Length of an IV, in bytes: the standard length of AES-GCM. Random IVs are safe for 2^32 texts per key. */
const IV_BYTES = 12;

const SEALED = /^v1\.([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{22,})$/;

/** What sealed text is bound to. */
export interface SealedFor {
  readonly env: Bindings;
  readonly install: string;
  readonly field: string;
}

export interface Opened {
  readonly text: string;
  /** Whether a newer key exists, so that the text should be sealed again. */
  readonly isStale: boolean;
}

/**
 * Returns the id of the key that seals. Throws `not_configured` without one, since secrets are never stored as
 * plaintext.
 */
export function sealingKeyId(env: Bindings): string {
  const kid = Object.entries(env)
    .filter(([name, key]) => name.startsWith(SEAL_KEY) && typeof key === 'string' && key !== '')
    .map(([name]) => name.slice(SEAL_KEY.length))
    .sort()
    .at(-1);
  if (kid === undefined) {
    throw notConfigured(`no sealing key is bound, so tokens cannot be stored; bind ${SEAL_KEY}<key id>`);
  }
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(kid)) {
    throw notConfigured(`invalid key id in ${SEAL_KEY}${kid}: expected 1 to 64 letters, digits, _ or -`);
  }
  sealingSecret(env, kid);
  return kid;
}

/** Returns the value of a sealing key. */
export function sealingSecret(env: Bindings, kid: string): string {
  const name = SEAL_KEY + kid;
  const secret = Object.hasOwn(env, name) ? env[name] : undefined;
  if (typeof secret !== 'string' || secret === '') {
    throw notConfigured(`the stored value is sealed with the key ${JSON.stringify(kid)}; bind ${name} again`);
  }
  if (secret.length < MIN_KEY_LENGTH) {
    throw notConfigured(`the sealing key ${name} has fewer than ${MIN_KEY_LENGTH} characters`);
  }
  return secret;
}

/** Seals a secret, which logs are redacted of from now on. */
export function seal(place: SealedFor, text: string): Promise<string> {
  learnToken(text);
  return sealQuietly(place, text);
}

/** Seals a text that is not a secret itself, such as a customer's data. */
export async function sealQuietly(place: SealedFor, text: string): Promise<string> {
  const kid = sealingKeyId(place.env);
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const key = await aesKey(sealingSecret(place.env, kid));
  const sealed = await crypto.subtle.encrypt(parameters(place, kid, iv), key, utf8.encode(text));
  return `v1.${kid}.${toBase64Url(iv)}.${toBase64Url(new Uint8Array(sealed))}`;
}

/**
 * Opens a sealed secret, which logs are redacted of from now on. Throws `sealed_wrong` if it was altered, belongs
 * elsewhere, or its key was replaced under its id.
 */
export async function open(place: SealedFor, sealed: string): Promise<Opened> {
  const text = await openQuietly(place, sealed);
  learnToken(text);
  return { text, isStale: SEALED.exec(sealed)?.[1] !== sealingKeyId(place.env) };
}

/** Opens a sealed text that is not a secret itself. Throws as `open` does. */
export async function openQuietly(place: SealedFor, sealed: string): Promise<string> {
  const [, kid, iv, ciphertext] = SEALED.exec(sealed) ?? [];
  if (kid === undefined || iv === undefined || ciphertext === undefined) {
    throw wrong(place.field);
  }
  const key = await aesKey(sealingSecret(place.env, kid));
  try {
    const bytes = await crypto.subtle.decrypt(
      parameters(place, kid, fromBase64Url(iv)),
      key,
      fromBase64Url(ciphertext),
    );
    return new TextDecoder().decode(bytes);
  } catch {
    throw wrong(place.field);
  }
}

function parameters({ env, install, field }: SealedFor, kid: string, iv: Uint8Array): AesGcmParams {
  const { projectId, environment } = projectScope(env);
  const additionalData = utf8.encode(JSON.stringify(['v1', kid, projectId, environment, install, field]));
  return { name: 'AES-GCM', iv: iv as BufferSource, additionalData };
}

/** Derived keys by secret. A worker has a handful at most. */
const keys = new Map<string, CryptoKey>();

async function aesKey(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret);
  if (known !== undefined) {
    return known; // a promise would belong to the request that made it, so only keys are cached
  }
  const base = await crypto.subtle.importKey('raw', utf8.encode(secret), 'HKDF', false, ['deriveKey']);
  const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: utf8.encode('svc seal v1') };
  const key = await crypto.subtle.deriveKey(how, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  keys.set(secret, key);
  return key;
}

function notConfigured(message: string): ActorError {
  return new ActorError('not_configured', message);
}

function wrong(field: string): ActorError {
  return new ActorError(
    'sealed_wrong',
    `cannot open the stored ${field}: it was altered, or sealed with another key or for another install`,
  );
}

function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Decodes base64url. The caller has checked the alphabet. Throws if the length is invalid. */
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'));
}
