import { outgoingText, outgoingValue } from './outgoing.ts';

/** A redacted description of a thrown value. */
export interface ThrownError {
  /** The error's name, or `thrown value` if the value is not an Error. */
  readonly name: string;
  /** The redacted message. */
  readonly message: string;
  /** The engine's stack trace, or empty if the value is not an Error. */
  readonly stack: string;
}

const shown = (text: unknown) => outgoingText(String(text));

/**
 * Describes a thrown value for logs. The text is redacted, since messages quote user data. Never throws, even if a
 * getter of the value does.
 */
export function describeThrown(thrown: unknown): ThrownError {
  let text = 'a value that cannot be described';
  try {
    if (thrown instanceof Error) {
      const { name, message, stack = '' } = thrown;
      return { name: shown(name), message: shown(message), stack: shown(stack) };
    }
    const json = typeof thrown === 'object' ? JSON.stringify(outgoingValue(thrown)) : thrown;
    text = shown(json ?? thrown);
  } catch {
    // a getter or toString of the value threw
  }
  return { name: 'thrown value', message: text, stack: '' };
}

/** Returns eight hex digits that are equal for errors with the same name and message, numbers aside. */
export function fingerprint({ name, message }: ThrownError): string {
  let hash = 0x811c9dc5; // FNV-1a, 32 bit
  for (const character of `${name}:${message.slice(0, 500).replace(/\d+/g, '0')}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) as number), 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, '0');
}
