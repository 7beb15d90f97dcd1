const C1 = 0xcc9e2d51;
const C2 = 0x1b873593;

function rotateLeft(x: number, bits: number): number {
  return (x << bits) | (x >>> (32 - bits));
}

function scramble(k: number): number {
  return Math.imul(rotateLeft(Math.imul(k, C1), 15), C2);
}

function finish(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/**
 * Returns the MurmurHash3 (x86, 32 bits, seed 0) of a text's UTF-8 bytes, as an unsigned number. Splits depend on it,
 * so it must be equal on every host.
 */
export function murmur3(text: string): number {
  const bytes = new TextEncoder().encode(text);
  const whole = bytes.length & ~3; // the bytes in full blocks of four
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let h = 0;
  for (let i = 0; i < whole; i += 4) {
    h = (Math.imul(rotateLeft(h ^ scramble(view.getUint32(i, true)), 13), 5) + 0xe6546b64) | 0;
  }
  let tail = 0;
  for (let i = bytes.length - 1; i >= whole; i--) {
    tail = (tail << 8) | view.getUint8(i);
  }
  return finish(h ^ scramble(tail) ^ bytes.length);
}
