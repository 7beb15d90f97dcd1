import { fromBase64, utf8 } from './bytes.ts';

/** Imported keys by secret, since importing costs more than signing. A worker has only a few secrets. */
const keys = new Map<string, CryptoKey>();

/** Imports a key for the first time, and keeps it: not the promise, which belongs to the request that created it. */
async function importKey(secret: string): Promise<CryptoKey> {
  const key = await crypto.subtle.importKey('raw', utf8.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
  keys.set(secret, key);
  return key;
}

/** Clock skew: how far ahead the sender's clock may be, in ms. */
export const MAX_AHEAD_MS = 60_000;

/** Reports whether `mac` is the HMAC-SHA256 of `data`, in constant time. */
export async function verifyMac(secret: string, mac: Uint8Array, data: Uint8Array): Promise<boolean> {
  const key = keys.get(secret) ?? (await importKey(secret));
  return crypto.subtle.verify('HMAC', key, mac as BufferSource, data as BufferSource);
}

/** Returns the HMAC-SHA256 of `data`. */
export async function makeMac(secret: string, data: Uint8Array): Promise<Uint8Array> {
  const key = keys.get(secret) ?? (await importKey(secret));
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, data as BufferSource));
}

export async function sha256(data: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', data as BufferSource));
}

/** Decodes 32 bytes from base64, or returns undefined. */
export function macFromBase64(text: string): Uint8Array | undefined {
  return /^[A-Za-z0-9+/]{43}=$/.test(text) ? fromBase64(text) : undefined;
}

/** Decodes 32 bytes from lower-case hex, or returns undefined. */
export function macFromHex(text: string): Uint8Array | undefined {
  const isHex = /^[0-9a-f]{64}$/.test(text);
  return isHex ? Uint8Array.from({ length: 32 }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16)) : undefined;
}
