/** The base64 of ECMAScript 2026, which both hosts have, and not all compilers know. */
interface EncodesBase64 {
  toBase64(): string;
}

/** Encodes bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  return (bytes as Uint8Array & EncodesBase64).toBase64();
}
