import { afterEach, expect, it, vi } from 'vitest';
import { bundleName, bundleUrl } from './bundle-url.ts';

/** V8 takes the text of a stack from this function. */
const engine = Error as { prepareStackTrace?: unknown };
const original = engine.prepareStackTrace;

afterEach(() => {
  engine.prepareStackTrace = original;
  vi.unstubAllGlobals();
});

const CARD = 'http://localhost:5173/Greeting.js';

it.each([
  ['a stack of Chromium', `Error\n    at bundleUrl (${CARD}:12:15)\n    at https://crm.example/host.js:1:2`, CARD],
  ['a stack without names', `Error\n    at ${CARD}:12:15`, CARD],
  ['a stack of Firefox', `bundleUrl@${CARD}:12:15\n@https://crm.example/host.js:1:2`, CARD],
  ['a stack of Safari', `bundleUrl@${CARD}:12:15\nglobal code@${CARD}:40:1`, CARD],
  ['a query', `Error\n    at f (${CARD}?t=1:12:15)`, `${CARD}?t=1`],
  ['an IPv6 host', 'Error\n    at f (http://[::1]:5173/x.js:1:2)', 'http://[::1]:5173/x.js'],
  ['a blob', 'Error\n    at f (blob:http://localhost:3000/1b2c:1:2)', 'http://localhost:3000/1b2c'],
  ['another origin', 'Error\n    at f (https://cdn.example/Greeting.js:1:2)', 'https://cdn.example/Greeting.js'],
  ['a scheme that is not HTTP', 'Error\n    at f (webpack-internal:///./src/x.ts:1:2)', 'http://page.localhost'],
  ['no URL', 'Error\n    at <anonymous>', 'http://page.localhost'],
  ['no stack', undefined, 'http://page.localhost'],
])('reads the URL from %s', (_, stack, url) => {
  vi.stubGlobal('location', { href: 'http://page.localhost/cards/1' });
  engine.prepareStackTrace = () => stack;
  expect(bundleUrl()).toBe(url);
});

it('returns the origin of the page that made a worker from a blob', () => {
  vi.stubGlobal('location', { href: 'blob:http://localhost:3000/1b2c' });
  engine.prepareStackTrace = () => '';
  expect(bundleUrl()).toBe('http://localhost:3000');
});

it('returns undefined outside a browser and on a page that replaced what it uses', () => {
  expect(bundleUrl()).toBeUndefined();
  engine.prepareStackTrace = () => {
    throw new Error('no');
  };
  expect(bundleUrl()).toBeUndefined();
});

it.each([
  ['http://localhost:5173/Greeting.js', 'Greeting'],
  ['http://localhost:5173/a/b/New-Card.min.js?t=1#x', 'New-Card.min'],
  ['http://localhost:5173/1b2c', '1b2c'],
  ['http://localhost:5173/', ''],
  ['http://localhost:5173', ''],
  [undefined, ''],
])('names the bundle at %s', (url, name) => {
  expect(bundleName(url)).toBe(name);
});
