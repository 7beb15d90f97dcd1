/** Reports whether a text may contain the member `__proto__`, possibly with escapes. */
const mayNamePrototype = (text: string): boolean => text.includes('__proto__') || text.includes('\\u00');

/** Nesting limit of arrays and objects, in levels. Engines have different limits, often lower in `JSON.stringify`. */
export const MAX_JSON_DEPTH = 1_000;

/** JSON that nests too deep. */
export class JsonDepthError extends SyntaxError {
  constructor() {
    super(`the JSON nests deeper than ${MAX_JSON_DEPTH} levels`);
  }
}

/**
 * Parses JSON from outside. Omits members named `__proto__`, which could change the prototype of an object that a
 * handler assigns them to.
 *
 * @throws {SyntaxError} if the text is not valid JSON. A JsonDepthError if it nests too deep
 */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) {
    throw new JsonDepthError();
  }
  return mayNamePrototype(text)
    ? JSON.parse(text, (name, value: unknown) => (name === '__proto__' ? undefined : value))
    : JSON.parse(text);
}

const ESCAPE = 0x5c;

/** Counts brackets with `indexOf` first, which is much faster than a scan of every character. */
function isTooDeep(text: string): boolean {
  if (text.length <= MAX_JSON_DEPTH) {
    return false;
  }
  let opened = 0;
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0 && opened <= MAX_JSON_DEPTH; at = text.indexOf(bracket, at + 1)) {
      opened += 1;
    }
  }
  return opened > MAX_JSON_DEPTH && depthOf(text) > MAX_JSON_DEPTH;
}

/** Returns the nesting depth. Stops at a depth above the limit. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let i = 0; i < text.length && depth <= MAX_JSON_DEPTH; i++) {
    const character = text[i];
    if (character === '"') {
      i = endOfText(text, i);
    } else if (character === '[' || character === '{') {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (character === ']' || character === '}') {
      depth -= 1;
    }
  }
  return deepest;
}

/** Returns the index of the quote that closes the string which opens at `start`. */
function endOfText(text: string, start: number): number {
  let end = start;
  let escapes = 0;
  do {
    end = text.indexOf('"', end + 1);
    for (escapes = 0; end >= 0 && text.charCodeAt(end - 1 - escapes) === ESCAPE; ) {
      escapes += 1;
    }
  } while (escapes % 2 === 1);
  return end < 0 ? text.length : end;
}
