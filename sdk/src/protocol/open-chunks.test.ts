import { expect, test } from 'vitest';
import { openChunks } from './open-chunks.ts';

test('returns the unconfirmed chunks in order, also between confirmed ones', () => {
  const page = { chunks: 6, done: 1, rows: 600, refused: 0 };
  expect(openChunks(page)).toEqual([1, 2, 3, 4, 5]);
  expect(openChunks({ ...page, ahead: [2, 4] })).toEqual([1, 3, 5]);
  expect(openChunks({ ...page, done: 6 })).toEqual([]);
});
