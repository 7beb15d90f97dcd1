/** The encoder of texts. It has no state, so one is enough. */
export const utf8 = new TextEncoder();

/** Most bytes of UTF-8 for one UTF-16 unit. */
const BYTES_PER_UNIT = 3;

/** Concatenates strings, encoded as UTF-8, and bytes. It allocates once: the engine frees buffers slowly. */
export function concat(parts: readonly (string | Uint8Array)[]): Uint8Array {
  let size = 0;
  for (const part of parts) {
    size += typeof part === 'string' ? part.length * BYTES_PER_UNIT : part.length;
  }
  const all = new Uint8Array(size);
  let offset = 0;
  for (const part of parts) {
    if (typeof part === 'string') {
      offset += utf8.encodeInto(part, all.subarray(offset)).written;
    } else {
      all.set(part, offset);
      offset += part.length;
    }
  }
  return all.subarray(0, offset);
}

/** Encodes bytes as lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    text += (byte < 16 ? '0' : '') + byte.toString(16);
  }
  return text;
}

/** The base64 of ECMAScript 2026, which both hosts have, and not all compilers know. */
interface DecodesBase64 {
  fromBase64(text: string): Uint8Array<ArrayBuffer>;
}

/** Decodes base64. Throws if the text is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return (Uint8Array as unknown as DecodesBase64).fromBase64(text);
}

/** Compares two digests in constant time. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) {
    difference |= (a[i] ?? 0) ^ (b[i] ?? 0);
  }
  return difference === 0;
}
