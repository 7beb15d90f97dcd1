import { expect, test } from 'vitest';
import { describeThrown, fingerprint } from './thrown.ts';

const SECRETS = 'no contact ada@example.com for pat-na1-0123456789abcdef';

test('redacts the message and stack of an error', () => {
  const { message, stack } = describeThrown(new RangeError(SECRETS));
  expect(message).toBe('no contact [redacted] for [redacted]');
  expect(stack).toContain('thrown.test.ts');
  expect(stack).not.toMatch(/ada@|pat-na1/);
});

test('redacts a thrown value that is not an error', () => {
  expect(describeThrown(SECRETS).message).toBe('no contact [redacted] for [redacted]');
  expect(describeThrown({ code: 7, accessToken: 'x', of: ['ada@example.com'] }).message).toBe(
    '{"code":7,"accessToken":"[redacted]","of":["[redacted]"]}',
  );
});

test('gives errors that differ only in numbers and addresses one fingerprint', () => {
  const [a, b] = ['row 7 of ada@example.com', 'row 12 of bob@example.com'].map((text) =>
    fingerprint(describeThrown(new Error(text))),
  );
  expect(a).toBe(b);
});
