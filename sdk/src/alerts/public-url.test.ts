import { expect, test } from 'vitest';
import vectors from '../../../contract/urls/urls.json' with { type: 'json' };
import { whyNotPublic } from './public-url.ts';

test.each(vectors.public)('accepts %s', (url) => {
  expect(whyNotPublic(url)).toBeUndefined();
});

test.each(vectors.refused)('refuses $url: $why', ({ url }) => {
  expect(whyNotPublic(url)).toBeDefined();
});

test('limits the length in bytes', () => {
  const start = 'https://a.example.com/é';
  const url = start + 'a'.repeat(16_384 - 1 - start.length);
  expect(whyNotPublic(url)).toBeUndefined();
  expect(whyNotPublic(`${url}a`)).toBeDefined();
});

test('names no part of the URL', () => {
  for (const url of [
    'https://canary.local/canary',
    'http://canary.example',
    'https://canary@canary.example',
    'canary',
  ]) {
    expect(whyNotPublic(url)).not.toContain('canary');
  }
});
