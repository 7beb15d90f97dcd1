import { expect, test } from 'vitest';
import { MAX_JSON_DEPTH, parseJson } from './json.ts';

const nested = (levels: number): string => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;

test('parses JSON of up to 1,000 levels', () => {
  expect(() => parseJson(nested(MAX_JSON_DEPTH))).not.toThrow();
  expect(() => parseJson(`[${nested(MAX_JSON_DEPTH)}]`)).toThrow(SyntaxError);
});

test('does not count brackets in strings as levels', () => {
  const brackets = '[{'.repeat(MAX_JSON_DEPTH);
  for (const text of [brackets, `"${brackets}`, `\\${brackets}`, `\\"${brackets}\\`]) {
    expect(parseJson(JSON.stringify({ [text]: [text] }))).toEqual({ [text]: [text] });
  }
});

test('does not count siblings as levels', () => {
  const list = `[${'[],'.repeat(5 * MAX_JSON_DEPTH)}{}]`;
  expect(parseJson(list)).toHaveLength(5 * MAX_JSON_DEPTH + 1);
});
