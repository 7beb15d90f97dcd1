/**
 * Cuts secrets out of texts, by value. The secrets of an isolate are those of its bindings, and the tokens that it
 * obtains. The Go implementation is `internal/redact`, and both follow `contract/redaction/secrets.json`.
 *
 * A text is searched at every `STRIDE`th position: the four characters there are looked up in a map. So the time does
 * not depend on the number of secrets.
 */

import { toHex, utf8 } from './bytes.ts';
import { REDACTED } from './redact-text.ts';

/** Shortest secret, in characters. Shorter values are words that texts contain anyway. */
const MIN_SECRET = 8;
/** Length of the looked-up pieces, in characters. */
const PIECE = 4;
/** Distance of the looked-up positions. Each form of a secret has at least 8 characters, so one of its pieces is hit. */
const STRIDE = MIN_SECRET - PIECE + 1;
/** Shortest line of a secret with several lines that is also a secret alone, in characters. */
const MIN_LINE = 16;
/** Maximum number of learned tokens. More than the installs that an isolate serves within a token's lifetime. */
const MAX_TOKENS = 2000;
/** Maximum nesting of escapes that is searched, such as JSON within JSON. */
const MAX_LAYERS = 4;

/** Most backslashes that are counted before a secret. Text that was escaped four times has 16. */
const MAX_ESCAPES = 16;

/** Bindings that are not secrets, besides those whose names begin with `SVC_`. */
const PUBLIC = 'CRM_CLIENT_ID';
const SECRET_PREFIX = /^SVC_(?:CONTROL|SEAL)_KEY/;

/** One escaped character: `%2F`, `%C3%A9`, `\u002f`, `\x2f`, `\/`. */
const ESCAPE = /%[0-7][\da-f]|%[c-f][\da-f](?:%[89ab][\da-f])+|\\(?:u[\da-f]{4}|x[\da-f]{2}|[^ux])/gi;
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };
const BASE64 = /[\w+/-]/;

/** A form in which a secret occurs. */
interface Form {
  readonly text: string;
  /** Of base64: whether its first or last character also encodes the neighboring byte. */
  readonly before?: boolean;
  readonly after?: boolean;
}

type Range = readonly [start: number, end: number];

/** The secrets of this isolate: plain data, and no more than bindings and tokens that it holds anyway. */
const bound = new Set<string>();
const tokens = new Set<string>();
const learned = new WeakSet<object>();
/** Forms by piece, with the piece's offset. Undefined until the next search. */
let index: Map<string, (readonly [form: Form, offset: number])[]> | undefined;

/** Adds the secrets among a worker's bindings. Later calls for the same bindings do nothing. */
export function learnBindings(env: Readonly<Record<string, unknown>>): void {
  if (learned.has(env)) {
    return;
  }
  learned.add(env);
  for (const [name, value] of Object.entries(env)) {
    if (typeof value === 'string' && name !== PUBLIC && (!name.startsWith('SVC_') || SECRET_PREFIX.test(name))) {
      bound.add(value);
    }
  }
  index = undefined;
}

/** Adds a token that the worker has obtained. */
export function learnToken(token: string): void {
  if (!tokens.has(token)) {
    if (tokens.size >= MAX_TOKENS) {
      tokens.clear();
    }
    tokens.add(token);
    index = undefined;
  }
}

/** Replaces the secrets in a text, also in base64, hex, URL encoding, JSON escapes and lower case, by `[redacted]`. */
export function cutSecrets(text: string): string {
  if (text.length < MIN_SECRET || bound.size + tokens.size === 0) {
    return text;
  }
  index ??= makeIndex();
  const ranges: Range[] = [];
  let layer = text;
  let origin = (at: number) => at;
  for (let depth = 0; depth <= MAX_LAYERS; depth++) {
    for (const [start, end] of occurrences(layer, index)) {
      ranges.push([withEscape(text, origin(start)), origin(end)]);
    }
    if (!layer.includes('%') && !layer.includes('\\')) {
      break;
    }
    const [decoded, map] = decode(layer);
    if (decoded === layer) {
      break;
    }
    const outer = origin;
    layer = decoded;
    origin = (at) => outer(map(at));
  }
  return ranges.length === 0 ? text : replaced(text, ranges);
}

/** Returns the start of a range, moved to the backslash before it, which would escape what replaces the range. */
function withEscape(text: string, start: number): number {
  let escapes = 0;
  while (escapes < MAX_ESCAPES && text.charAt(start - escapes - 1) === '\\') {
    escapes += 1;
  }
  return start - (escapes % 2);
}

function replaced(text: string, ranges: Range[]): string {
  let kept = '';
  let from = 0;
  for (const [start, end] of ranges.sort(([a], [b]) => a - b)) {
    if (start >= from) {
      kept += text.slice(from, start) + REDACTED;
    }
    from = Math.max(from, end);
  }
  return kept + text.slice(from);
}

function occurrences(text: string, pieces: NonNullable<typeof index>): Range[] {
  const found: Range[] = [];
  for (let at = 0; at + PIECE <= text.length; at += STRIDE) {
    for (const [{ text: form, before, after }, offset] of pieces.get(text.slice(at, at + PIECE)) ?? []) {
      let start = at - offset;
      let end = start + form.length;
      if (start < 0 || !text.startsWith(form, start)) {
        continue;
      }
      start -= before === true && BASE64.test(text.charAt(start - 1)) ? 1 : 0;
      end += after === true && BASE64.test(text.charAt(end)) ? 1 : 0;
      while (after !== undefined && text.charAt(end) === '=') {
        end += 1;
      }
      found.push([start, end]);
    }
  }
  return found;
}

/** Replaces escapes with the characters that they stand for. Also returns a map from its positions to those of the text. */
function decode(text: string): [decoded: string, origin: (at: number) => number] {
  /** The end of each decoded character, and how many characters its escape and those before it had more. */
  const ends: number[] = [0];
  const shifts: number[] = [0];
  let shift = 0;
  const decoded = text.replace(ESCAPE, (sequence: string, at: number) => {
    const character = decodedCharacter(sequence);
    ends.push(at - shift + character.length);
    shift += sequence.length - character.length;
    shifts.push(shift);
    return character;
  });
  const origin = (at: number) => {
    let [low, high] = [0, ends.length]; // ends[low] <= at < ends[high]
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      [low, high] = (ends[middle] as number) <= at ? [middle, high] : [low, middle];
    }
    return at + (shifts[low] as number);
  };
  return [decoded, origin];
}

function decodedCharacter(sequence: string): string {
  const letter = sequence.charAt(1);
  if (sequence.startsWith('%')) {
    try {
      return decodeURIComponent(sequence);
    } catch {
      return sequence;
    }
  }
  return sequence.length > 2
    ? String.fromCharCode(Number.parseInt(sequence.slice(2), 16))
    : (CONTROLS[letter] ?? letter);
}

function makeIndex(): NonNullable<typeof index> {
  const made: NonNullable<typeof index> = new Map();
  const secrets = new Set([...bound, ...tokens].flatMap(partsOf));
  for (const form of [...secrets].filter((secret) => [...secret].length >= MIN_SECRET).flatMap(formsOf)) {
    for (let offset = 0; offset < STRIDE; offset++) {
      const piece = form.text.slice(offset, offset + PIECE);
      const known = made.get(piece);
      if (known === undefined) {
        made.set(piece, [[form, offset]]);
      } else {
        known.push([form, offset]);
      }
    }
  }
  return made;
}

/** The secret, without blanks around it, its long lines, and the password of a URL. */
function partsOf(secret: string): string[] {
  const lines = secret.split(/\r?\n/).filter((line) => line.length >= MIN_LINE && !line.startsWith('-----'));
  const [, password = ''] = /^[a-z][\w+.-]*:\/\/[^/?#]*?:([^/?#]+)@/i.exec(secret) ?? [];
  return [secret, secret.trim(), ...lines, password, decode(password)[0]];
}

function formsOf(secret: string): Form[] {
  const bytes = utf8.encode(secret);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const hex = toHex(bytes);
  const inHost = secret.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()); // as the host of a URL has it
  const plain = [secret, inHost, secret.replaceAll(' ', '+'), hex, hex.toUpperCase()];
  const forms = new Map<string, Form>(plain.map((text) => [text, { text }]));
  for (const lead of [0, 1, 2]) {
    // The characters that depend on the secret alone, wherever it begins in a group of three bytes.
    const bits = 8 * (lead + bytes.length);
    const text = btoa('\0'.repeat(lead) + binary).slice(Math.ceil((8 * lead) / 6), Math.floor(bits / 6));
    for (const form of [text, text.replaceAll('+', '-').replaceAll('/', '_')]) {
      forms.set(form, { text: form, before: lead > 0, after: bits % 6 > 0 });
    }
  }
  return [...forms.values()];
}
