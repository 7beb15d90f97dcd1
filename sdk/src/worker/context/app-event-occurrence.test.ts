import { describe, expect, test } from 'vitest';
import { appEvent } from '../../declare/app-event.ts';
import { readOccurrence } from './app-event-occurrence.ts';

const paid = appEvent('paid', {
  name: 'Paid',
  label: 'Paid',
  objectType: 'contact',
  properties: { amount: { type: 'number' }, note: { type: 'string', name: 'ledger_note' } },
});
const shipped = appEvent('shipped', { name: 'Shipped', label: 'Shipped', objectType: 'deal', properties: {} });
const NOW = Date.parse('2026-01-31T09:00:00Z');

describe('an occurrence of an app event', () => {
  test('targets a record by objectId, or by email or utk for contacts', () => {
    expect(readOccurrence(paid, { objectId: '7' }, NOW)).toMatchObject({ objectId: '7' });
    expect(readOccurrence(paid, { email: 'a@b.example' }, NOW)).toMatchObject({ email: 'a@b.example' });
    expect(readOccurrence(paid, { utk: 'abc' }, NOW)).toMatchObject({ utk: 'abc' });
    expect(() => readOccurrence(shipped, { email: 'a@b.example' }, NOW)).toThrow('must have an objectId');
  });

  test.each([{}, { objectId: '' }, { objectId: 7 }, { objectId: '7', email: 'a@b.example' }])(
    'requires exactly one target, unlike %j',
    (given) => {
      expect(() => readOccurrence(paid, given, NOW)).toThrow('exactly one of objectId, email and utk');
    },
  );

  test('has properties with their CRM names, as text', () => {
    const { properties } = readOccurrence(paid, { objectId: '7', properties: { amount: 5, note: 'x' } }, NOW);
    expect(properties).toEqual({ amount: '5', ledger_note: 'x' });
    expect(() => readOccurrence(paid, { objectId: '7', properties: { amount: 'many' } }, NOW)).toThrow('"amount"');
    expect(() => readOccurrence(paid, { objectId: '7', properties: { other: 1 } }, NOW)).toThrow('does not declare');
    expect(() => readOccurrence(paid, { objectId: '7', properties: JSON.parse('{"__proto__": 1}') }, NOW)).toThrow(
      'does not declare',
    );
  });

  test('has all required properties', () => {
    const refunded = appEvent('refunded', {
      name: 'Refunded',
      label: 'Refunded',
      objectType: 'contact',
      properties: {
        amount: { type: 'number', required: true },
        reason: { type: 'string', isRequired: true, name: 'refund_reason' },
        note: { type: 'string' },
      },
    });
    const of = (properties?: unknown) => () => readOccurrence(refunded, { objectId: '7', properties }, NOW);
    expect(of()).toThrow('an occurrence of "refunded" lacks required properties: "amount", "reason"');
    expect(of({ amount: null, reason: 'x' })).toThrow('lacks required properties: "amount"');
    expect(of({ amount: 1, reason: 'x' })().properties).toEqual({ amount: '1', refund_reason: 'x' });
  });

  test('defaults to the current time and a random id', () => {
    const one = readOccurrence(paid, { objectId: '7' }, NOW);
    expect(one.timestamp).toBe('2026-01-31T09:00:00.000Z');
    expect(one.id).not.toBe(readOccurrence(paid, { objectId: '7' }, NOW).id);
    expect(readOccurrence(paid, { objectId: '7', id: 'mine', timestamp: '2025-01-01T00:00:00Z' }, NOW)).toMatchObject({
      id: 'mine',
      timestamp: '2025-01-01T00:00:00.000Z',
    });
  });

  test.each([null, 'x', 7, []])('is an object: %j is refused', (given) => {
    expect(() => readOccurrence(paid, given, NOW)).toThrow(TypeError);
  });

  test.each([{ id: '' }, { id: 7 }, { id: 'x'.repeat(201) }, { timestamp: 'soon' }, { properties: [] }])(
    'with %j is refused',
    (more) => {
      expect(() => readOccurrence(paid, { objectId: '7', ...more }, NOW)).toThrow(TypeError);
    },
  );

  test.each([Promise.resolve({ amount: 5 }), new Map([['amount', 5]]), 'x'])(
    'has an object as properties: %o is refused',
    (properties) => {
      expect(() => readOccurrence(paid, { objectId: '7', properties }, NOW)).toThrow(
        'must have an object as properties',
      );
    },
  );
});
