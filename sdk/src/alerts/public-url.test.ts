import { expect, test } from 'vitest';
import vectors from '../../../contract/urls/urls.json' with { type: 'json' };
import { whyNotPublic } from './public-url.ts';

test.each(vectors.public)('accepts %s', (url) => {
  expect(whyNotPublic(url)).toBeUndefined();
});

test.each(vectors.refused)('refuses $url: $why', ({ url }) => {
  expect(whyNotPublic(url)).toBeDefined();
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
