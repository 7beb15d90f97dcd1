/** What was thrown, as logs and records have it. */

import { redact } from './redact.ts';
import { redactText } from './redact-text.ts';

/** A thrown value, whatever it was. */
export interface ThrownError {
  readonly name: string;
  readonly message: string;
  /** The engine's text; empty when what was thrown is no Error. */
  readonly stack: string;
}

/**
 * Describes what was thrown, redacted: it ends in a log, and messages quote what was sent. Never throws itself, whatever
 * getters the value has.
 */
export function describeThrown(thrown: unknown): ThrownError {
  try {
    if (thrown instanceof Error) {
      const [name, message, stack] = [thrown.name, thrown.message, thrown.stack ?? ''].map((text) =>
        redactText(String(text)),
      );
      return { name: name ?? '', message: message ?? '', stack: stack ?? '' };
    }
    const text = typeof thrown === 'object' ? JSON.stringify(redact(thrown)) : String(thrown);
    return { name: 'thrown value', message: redactText(text ?? String(thrown)), stack: '' };
  } catch {
    return { name: 'thrown value', message: 'a value that cannot be described', stack: '' };
  }
}

/** Eight hex digits that are the same for throws of the same name and wording, whatever numbers are in it. */
export function fingerprint({ name, message }: ThrownError): string {
  let hash = 0x811c9dc5; // FNV-1a, 32 bit
  for (const character of `${name}:${message.slice(0, 500).replace(/\d+/g, '0')}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, '0');
}
