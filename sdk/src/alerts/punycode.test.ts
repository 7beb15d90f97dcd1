import { expect, test } from 'vitest';
import { decodePunycode } from './punycode.ts';

test.each([
  ['bcher-kva', 'bücher'],
  ['p1ai', 'рф'],
  ['fa-hia', 'faß'],
  ['ls8h', '💩'],
  ['fsqu00a', '例子'],
  ['ab-', 'ab'],
  ['a', '\u0080'],
  ['', ''],
])('decodes %j', (text, want) => {
  expect(decodePunycode(text)).toBe(want);
});

test.each(['ü', 'a-Z', 'zzzzzzzzzzzz', 'b.', 'ab-z', '99999999'])('refuses %j', (text) => {
  expect(decodePunycode(text)).toBeUndefined();
});
