/**
 * Cuts secrets out of texts, by the names that they have there. The Go implementation is `internal/redact`, and both
 * follow `contract/redaction/names.json`. Time is linear: names are looked for backwards from separators, in a bounded
 * range.
 */

import { plainKey, TOKEN_KEY } from './redact.ts';
import { REDACTED } from './redact-text.ts';

/** Names of secrets beyond those of `redact`, in lower case with hyphens between words. */
const MORE_NAMES =
  /(?:^|[-.])(?:auth|dsn|connection-?strings?|conn-?str|(?:api|access|private)-?keys|session(?:-?(?:id|key))?|si[dg]|signatures?|pass(?:words|phrases|code)?|t?otp|mfa|pem|jwts|[cx]srf)-?\d{0,3}$/;
/** Query parameters that are secrets, though fields of these names are not. */
const QUERY_NAMES = /^(?:key|code|assertion)$/i;

/** Length of the longest name that is looked for, in characters. */
const LONGEST_NAME = 64;

/** What separates a name from its value, after the name's closing quote: `:"`, `=`, `: `, ` => "`, `, "`. */
const SEPARATOR = /([:=]>?|,)\s{0,4}(\\{0,7}["'])?/g;
const NAME_CHARACTER = /[\w.-]/;
/** Names of headers, which prose does not have before a colon. */
const HEADER = /^(?:authorization|cookie)$|-/i;
const BARE_VALUE =
  /(?:(?:basic|bearer|digest|token|negotiate|apikey)(?:\s|%20|\+){1,4})?(?:[^\s&,;"'<>()[\]{}\\]+|[[{][^\]}]*[\]}]?)/iy;
const LINE = /[^\r\n"'\\]+/y;
const LITERAL = /^(?:true|false|null|undefined)$/;

const USERINFO = /:\/\/[^\s/?#"'<>\\]{0,2000}@/g;
const BASIC = /\bbasic(?:\s|%20|\+){1,4}[\w+/-]{4,}(?:=|%3D){0,2}/gi;
/** Prose about basic auth, which stays: the next word has letters of one case. */
const BASIC_PROSE = /(?:[\s+]|%20)[A-Z]?[a-z]+$/;

/** Reports whether the field of an object is a secret, by its name. */
export function isSecretName(name: string): boolean {
  return (
    name.length <= LONGEST_NAME &&
    (TOKEN_KEY.test(plainKey(name).replace(/\d{1,3}$/, '')) || MORE_NAMES.test(hyphenated(name)))
  );
}

/** Reports whether a text is the name of a header with a secret. */
export function isSecretHeader(name: string): boolean {
  return HEADER.test(name) && isSecretName(name);
}

/**
 * Replaces by `[redacted]`: the user info of URLs, `Basic …`, and the values of secret names in headers, queries,
 * assignments and JSON.
 */
export function cutNamed(text: string): string {
  if (text.length < 6) {
    return text;
  }
  const kept = text.includes('://') ? text.replace(USERINFO, `://${REDACTED}@`) : text;
  return cutValues(kept.replace(BASIC, (run) => (BASIC_PROSE.test(run) ? run : REDACTED)));
}

function cutValues(text: string): string {
  let kept = '';
  let from = 0;
  SEPARATOR.lastIndex = 0;
  for (let found = SEPARATOR.exec(text); found !== null; found = SEPARATOR.exec(text)) {
    const [all, mark = '', opening] = found;
    const start = found.index + all.length;
    const { name, closing } = mark === ',' && opening === undefined ? NO_NAME : nameBefore(text, found.index, from);
    const end = name === '' ? start : endOfValue(text, start, { name, mark, closing, opening });
    if (end > start) {
      kept += text.slice(from, start) + REDACTED;
      from = end;
      SEPARATOR.lastIndex = end;
    } else {
      SEPARATOR.lastIndex = Math.max(start - (opening?.length ?? 0), found.index + 1);
    }
  }
  return kept + text.slice(from);
}

const NO_NAME = { name: '', closing: undefined };

/** Returns the name before a separator if it is that of a secret, and its closing quote. */
function nameBefore(text: string, at: number, from: number): Pick<Separated, 'name' | 'closing'> {
  const back = (end: number, most: number, matches: (character: string) => boolean) => {
    let start = end;
    while (start > from && end - start < most && matches(text.charAt(start - 1))) {
      start -= 1;
    }
    return start;
  };
  const quoteEnd = back(at, 4, (character) => character === ' ');
  const quote = back(quoteEnd, 1, (character) => character === '"' || character === "'");
  const nameEnd = quote === quoteEnd ? quote : back(quote, 7, (character) => character === '\\');
  const nameStart = back(nameEnd, LONGEST_NAME, (character) => NAME_CHARACTER.test(character));
  const name = text.slice(nameStart, nameEnd);
  const before = text.charAt(nameStart - 1);
  const isParameter = (before === '?' || before === '&') && QUERY_NAMES.test(name);
  const closing = nameEnd === quoteEnd ? undefined : text.slice(nameEnd, quoteEnd);
  return name !== '' && (isParameter || isSecretName(name)) ? { name, closing } : NO_NAME;
}

interface Separated {
  readonly name: string;
  readonly mark: string;
  readonly closing: string | undefined;
  readonly opening: string | undefined;
}

/** Returns the end of the value that starts there, or the start if it stays. */
function endOfValue(text: string, start: number, { name, mark, closing, opening }: Separated): number {
  if (mark === ',' && (closing === undefined || !HEADER.test(name))) {
    return start; // two items of a list
  }
  if (opening !== undefined) {
    return endOfQuoted(text, start, opening);
  }
  if (closing === undefined && mark === ':' && HEADER.test(name)) {
    return start + run(LINE, text, start).length;
  }
  if (closing === undefined && mark === ':' && !looksRandom(text.slice(start, start + LONGEST_NAME))) {
    return start; // prose
  }
  const value = run(BARE_VALUE, text, start);
  return LITERAL.test(value) ? start : start + value.length;
}

/** Reports whether a text begins with a word of letters and digits, as secrets do and prose does not. */
function looksRandom(text: string): boolean {
  const word = run(BARE_VALUE, text, 0);
  return word.length >= 6 && /\d/.test(word) && /[a-z]/i.test(word);
}

/** Returns the position of the quote that ends a quoted text, or the end of the text. */
function endOfQuoted(text: string, start: number, quote: string): number {
  const level = quote.length - 1;
  for (let at = text.indexOf(quote.slice(-1), start); at >= 0; at = text.indexOf(quote.slice(-1), at + 1)) {
    let escapes = 0;
    while (at - escapes > start && text.charAt(at - escapes - 1) === '\\') {
      escapes += 1;
    }
    if (escapes % (2 * level + 2) === level) {
      return at - level;
    }
  }
  return text.length;
}

function run(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/** Returns a name in lower case, with hyphens between its words. */
function hyphenated(name: string): string {
  return name.replace(/([a-z\d])([A-Z])|[_\s]/g, '$1-$2').toLowerCase();
}
