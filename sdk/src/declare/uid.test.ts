import { expect, it } from 'vitest';
import vectors from '../../../contract/uids/uids.json' with { type: 'json' };
import { deriveUid } from './uid.ts';

it.each(vectors)('derives $uid from $id', ({ id, uid }) => {
  expect(deriveUid(id)).toBe(uid);
});

it.each(vectors)('derives $uid from itself', ({ uid }) => {
  expect(deriveUid(uid)).toBe(uid);
});
