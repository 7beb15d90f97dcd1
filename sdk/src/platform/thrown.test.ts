import { expect, test } from 'vitest';
import { describeThrown, fingerprint } from './thrown.ts';

const SECRETS = 'no contact ada@example.com for pat-na1-0123456789abcdef';

test('neither the message nor the stack of a report holds a token or an address', () => {
  const { message, stack } = describeThrown(new RangeError(SECRETS));
  expect(message).toBe('no contact [redacted] for [redacted]');
  expect(stack).toContain('thrown.test.ts');
  expect(stack).not.toMatch(/ada@|pat-na1/);
});

test('what is thrown without being an error is redacted as well', () => {
  expect(describeThrown(SECRETS).message).toBe('no contact [redacted] for [redacted]');
  expect(describeThrown({ code: 7, accessToken: 'x', of: ['ada@example.com'] }).message).toBe(
    '{"code":7,"accessToken":"[redacted]","of":["[redacted]"]}',
  );
});

test('throws that differ in numbers and addresses only are of one kind', () => {
  const [a, b] = ['row 7 of ada@example.com', 'row 12 of bob@example.com'].map((text) =>
    fingerprint(describeThrown(new Error(text))),
  );
  expect(a).toBe(b);
});
