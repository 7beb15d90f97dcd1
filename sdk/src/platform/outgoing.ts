/**
 * Redaction of what leaves the runtime: logs, the console, reported errors, kept messages. It hides what `redact`
 * hides, the values of bound secrets and obtained tokens, and secrets by more names and in more forms.
 */

import { Redaction } from './redact.ts';
import { REDACTED, redactText } from './redact-text.ts';
import { cutNamed, isSecretHeader, isSecretName } from './secret-names.ts';
import { cutSecrets } from './secrets.ts';

/** Levels of objects that the console shows. */
const CONSOLE_DEPTH = 50;

/** Length of the longest text that leaves whole, in characters. The edge platform drops logs beyond 256 KB a request. */
const MAX_TEXT = 100_000;
/** End of a longer text that is redacted but cut off, in characters: longer than a secret of 5 KB in any form. */
const CUT_OFF = 40_000;

/** Redacts a text that leaves the runtime. A text longer than MAX_TEXT is cut. */
export function outgoingText(text: string): string {
  const redacted = redactText(cutNamed(cutSecrets(text.slice(0, MAX_TEXT))));
  return text.length > MAX_TEXT ? `${redacted.slice(0, -CUT_OFF)}...` : redacted;
}

/** Copies a value that leaves the runtime, without secrets. `fields` are redacted, too. Never throws. */
export function outgoingValue(value: unknown, fields: readonly string[] = []): unknown {
  return new Outgoing({ fields }).value(value, 0);
}

/** Returns the value itself if it has no secret, so that it keeps its class, else a redacted copy. Never throws. */
function shown(value: unknown): unknown {
  const redaction = new Outgoing({ maxDepth: CONSOLE_DEPTH });
  const copy = redaction.value(value, 0);
  return redaction.hasSecret ? copy : value;
}

class Outgoing extends Redaction {
  hasSecret = false;

  override value(value: unknown, depth: number): unknown {
    const isAtom = typeof value === 'number' || typeof value === 'bigint' || typeof value === 'symbol';
    return isAtom && cutSecrets(String(value)) !== String(value) ? this.#redacted() : super.value(value, depth);
  }

  protected override text(text: string): string {
    const redacted = outgoingText(text);
    this.hasSecret ||= redacted !== text;
    return redacted;
  }

  protected override member(key: string, read: () => unknown): unknown {
    let isRead = false;
    const value = super.member(key, () => {
      isRead = true;
      return read();
    });
    const isLiteral = value === null || value === undefined || typeof value === 'boolean';
    return !isRead || (!isLiteral && isSecretName(key)) ? this.#redacted() : value;
  }

  protected override copy(source: object, depth: number): unknown {
    const read = readable(source);
    const copy = read instanceof Error ? this.#error(read, depth) : super.copy(read, depth);
    if (typeof (source as { toJSON?: unknown }).toJSON === 'function') {
      this.properties(source, {}, Object.keys(source), depth); // the console shows these
    }
    for (const symbol of Object.getOwnPropertySymbols(source)) {
      this.value(source[symbol as never], depth);
    }
    if (Array.isArray(copy)) {
      return copy.map((item, i) => (i % 2 === 1 && isHeaderName(copy[i - 1]) ? this.#redacted() : item));
    }
    const { name, key = name, value } = copy as Record<string, unknown>;
    return value !== undefined && typeof key === 'string' && isSecretName(key)
      ? { ...(copy as object), value: this.#redacted() }
      : copy;
  }

  #error(source: Error, depth: number): Error {
    const copy = new Error();
    const hidden = ['name', 'message', 'stack', 'cause', 'errors'].filter((key) => key in source);
    this.properties(source, copy, new Set([...hidden, ...Object.keys(source)]), depth);
    for (const key of hidden) {
      Object.defineProperty(copy, key, { enumerable: false });
    }
    return copy;
  }

  #redacted(): string {
    this.hasSecret = true;
    return REDACTED;
  }
}

const isHeaderName = (value: unknown): boolean => typeof value === 'string' && isSecretHeader(value);

/** Returns an object with the contents of a web API's object, whose own properties do not have them. */
function readable(source: object): object {
  if (source instanceof Headers || source instanceof URLSearchParams || source instanceof FormData) {
    return new Map<string, unknown>([...(source as Headers)]);
  }
  if (source instanceof Request || source instanceof Response) {
    const { headers, url } = source;
    return { url, headers, ...(source instanceof Request && { method: source.method }) };
  }
  if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) {
    const text = new TextDecoder('latin1').decode(source);
    return cutSecrets(text) === text ? source : Object(text);
  }
  return source;
}

let isGuarded = false;

/**
 * Makes the console redact its arguments, before it formats or shortens them. Arguments that make a secret only
 * together become one text.
 */
export function guardConsole(): void {
  if (isGuarded) {
    return;
  }
  isGuarded = true;
  for (const [name, write] of Object.entries(console) as [string, unknown][]) {
    if (typeof write === 'function') {
      Object.assign(console, { [name]: (...args: unknown[]) => write.apply(console, redactedArguments(args)) });
    }
  }
}

function redactedArguments(args: unknown[]): unknown[] {
  const given = args.map(shown);
  const text = given.filter((arg) => typeof arg === 'string').join('');
  const cut = cutSecrets(text);
  return cut === text ? given : [cut];
}
