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

/** The texts and bytes one after the other, texts as UTF-8. */
export function concat(...parts: (string | Uint8Array)[]): Uint8Array {
  const chunks = parts.map((part) => (typeof part === 'string' ? utf8.encode(part) : part));
  const all = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    all.set(chunk, offset);
    offset += chunk.length;
  }
  return all;
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

/** Lower-case hex of the bytes. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    text += (byte < 16 ? '0' : '') + byte.toString(16);
  }
  return text;
}

/** Whether two digests are equal; the time does not depend on where they differ. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) {
    difference |= (a[i] ?? 0) ^ (b[i] ?? 0);
  }
  return difference === 0;
}
