/** HMAC-SHA256 and the text forms of its bytes, over Web Crypto. Comparing is always in constant time. */

const utf8 = new TextEncoder();

/** Imported keys by secret: importing costs more than signing. A worker knows a handful of secrets at most. */
const keys = new Map<string, CryptoKey>();

async function importKey(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret);
  if (known !== undefined) {
    return known; // the key, never its promise: a promise belongs to the request that made it
  }
  const key = await crypto.subtle.importKey('raw', utf8.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
  keys.set(secret, key);
  return key;
}

/** How far ahead the sender's clock may be, in milliseconds. */
export const MAX_AHEAD_MS = 60_000;

/** Whether `mac` is the HMAC-SHA256 of `data`; takes the same time wherever the first difference is. */
export async function verifyMac(secret: string, mac: Uint8Array, data: Uint8Array): Promise<boolean> {
  return crypto.subtle.verify('HMAC', await importKey(secret), mac as BufferSource, data as BufferSource);
}

/** The HMAC-SHA256 of `data`. */
export async function makeMac(secret: string, data: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign('HMAC', await importKey(secret), data as BufferSource));
}

/** SHA-256 of the bytes. */
export async function sha256(data: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', data as BufferSource));
}

/** The bytes of a SHA-256 sized base64 text, or undefined when it is anything else. */
export function macFromBase64(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(text)) {
    return undefined;
  }
  const binary = atob(text);
  const bytes = new Uint8Array(32);
  for (let i = 0; i < 32; i++) {
    bytes[i] = binary.charCodeAt(i);
  }
  return bytes;
}

/** The bytes of a SHA-256 sized hex text in lower case, or undefined when it is anything else. */
export function macFromHex(text: string): Uint8Array | undefined {
  if (!/^[0-9a-f]{64}$/.test(text)) {
    return undefined;
  }
  const bytes = new Uint8Array(32);
  for (let i = 0; i < 32; i++) {
    bytes[i] = parseInt(text.slice(2 * i, 2 * i + 2), 16);
  }
  return bytes;
}
