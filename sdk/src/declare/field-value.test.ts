import { expect, test } from 'vitest';
import type { FieldDefinition } from './field.ts';
import { readField } from './field-value.ts';

const REFUSED = Symbol('refused');

const TABLE: [field: FieldDefinition, sent: unknown, read: unknown][] = [
  [{ type: 'string' }, 'a', 'a'],
  [{ type: 'string' }, '', ''],
  [{ type: 'string' }, 7, '7'],
  [{ type: 'string' }, true, 'true'],
  [{ type: 'string' }, {}, REFUSED],
  [{ type: 'string' }, ['a'], REFUSED],
  [{ type: 'STRING' }, 'a', 'a'],

  [{ type: 'number' }, 1.5, 1.5],
  [{ type: 'number' }, '1.5', 1.5],
  [{ type: 'number' }, ' -2e3 ', -2000],
  [{ type: 'number' }, '0', 0],
  [{ type: 'NUMBER' }, '7', 7],
  [{ type: 'number' }, '0x10', REFUSED],
  [{ type: 'number' }, '1,5', REFUSED],
  [{ type: 'number' }, 'Infinity', REFUSED],
  [{ type: 'number' }, '1e999', REFUSED],
  [{ type: 'number' }, true, REFUSED],
  [{ type: 'number' }, [1], REFUSED],

  [{ type: 'bool' }, true, true],
  [{ type: 'bool' }, 'true', true],
  [{ type: 'boolean' }, 'False', false],
  [{ type: 'BOOLEAN' }, 'TRUE', true],
  [{ type: 'bool' }, 'yes', REFUSED],
  [{ type: 'bool' }, 1, REFUSED],

  [{ type: 'enumeration', options: ['a', 'b'] }, 'b', 'b'],
  [{ type: 'enumeration', options: [{ value: '1', label: 'One' }] }, 1, '1'],
  [{ type: 'enumeration', options: ['a', 'b'] }, 'c', REFUSED],
  [{ type: 'enumeration', options: ['a', 'b'] }, 'A', REFUSED],
  [{ type: 'enumeration', options: ['a', 'b'] }, 'a;b', REFUSED],
  [{ type: 'enumeration', options: ['a', 'b'], fieldType: 'checkbox' }, 'a;b', 'a;b'],
  [{ type: 'enumeration', options: ['a', 'b'], fieldType: 'checkbox' }, 'a;c', REFUSED],
  [{ type: 'enumeration' }, 'anything', 'anything'],

  [{ type: 'datetime' }, 1767225600000, '2026-01-01T00:00:00.000Z'],
  [{ type: 'datetime' }, '1767225600000', '2026-01-01T00:00:00.000Z'],
  [{ type: 'datetime' }, '2026-01-01', '2026-01-01T00:00:00.000Z'],
  [{ type: 'datetime' }, '2026-01-01T10:30', '2026-01-01T10:30:00.000Z'],
  [{ type: 'datetime' }, '2026-01-01T10:30:05.123456Z', '2026-01-01T10:30:05.123Z'],
  [{ type: 'datetime' }, '2026-01-01T10:30:00+02:00', '2026-01-01T08:30:00.000Z'],
  [{ type: 'datetime' }, '2026-01-01T00:30:00-0130', '2026-01-01T02:00:00.000Z'],
  [{ type: 'datetime' }, '2024-02-29', '2024-02-29T00:00:00.000Z'],
  [{ type: 'datetime' }, '0050-01-01', '0050-01-01T00:00:00.000Z'],
  [{ type: 'datetime' }, '2026-02-29', REFUSED],
  [{ type: 'datetime' }, '2026-13-01', REFUSED],
  [{ type: 'datetime' }, '2026-01-01T24:00:00Z', REFUSED],
  [{ type: 'datetime' }, '01/02/2026', REFUSED],
  [{ type: 'datetime' }, 'tomorrow', REFUSED],
  [{ type: 'datetime' }, 9e15, REFUSED],
  [{ type: 'datetime' }, true, REFUSED],

  [{ type: 'json' }, '{"a":[1]}', { a: [1] }],
  [{ type: 'json' }, '{"a":1,"__proto__":{"b":2}}', { a: 1 }],
  [{ type: 'json' }, { a: 1 }, { a: 1 }],
  [{ type: 'json' }, 5, 5],
  [{ type: 'json' }, '{"a":', REFUSED],
];

test.each(TABLE)('%o reads %o as %o', (field, sent, read) => {
  const reading = readField(field, sent);
  expect('expected' in reading ? REFUSED : reading.value).toEqual(read);
});

test('rejects an invalid number of a million digits without backtracking', () => {
  const digits = '1'.repeat(1_000_000);
  for (const text of [`${digits}x`, `${digits}.${digits}x`, `.${digits}x`, `1e${digits}x`]) {
    expect(readField({ type: 'number' }, text)).toEqual({ expected: 'a number' });
  }
});
