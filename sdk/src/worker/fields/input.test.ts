/** From what was sent to `ctx.input`. */

import { describe, expect, it } from 'vitest';
import type { FieldMap } from '../../declare/field.ts';
import { readInput } from './input.ts';

const fields: FieldMap = {
  name: { type: 'string', required: true },
  amount: { type: 'number', isRequired: true },
  due: { type: 'datetime' },
  days: { type: 'number', required: true, default: 14 },
};

function read(sent: unknown, exposed?: string[]): unknown {
  try {
    return readInput({ capabilityId: 'c', fields, ...(exposed !== undefined && { exposed }) }, sent);
  } catch (refusal) {
    const { code, fields: members } = refusal as { code: string; fields: object };
    return { code, ...members };
  }
}

describe('the input', () => {
  it('has the declared fields only, each of its type, defaults filled in', () => {
    expect(read({ name: 'a', amount: '5', other: 1 })).toEqual({ name: 'a', amount: 5, days: 14 });
  });

  it.each([undefined, null, {}])('is refused with every missing field, by either spelling of required (%j)', (sent) => {
    expect(read(sent)).toEqual({ code: 'missing_required_input', capabilityId: 'c', fields: ['name', 'amount'] });
  });

  it('is refused with what is missing before what does not fit', () => {
    expect(read({ amount: 'many' })).toMatchObject({ code: 'missing_required_input', fields: ['name'] });
  });

  it('is refused with the first field that does not fit', () => {
    expect(read({ name: 'a', amount: 'many', due: 'soon' })).toEqual({
      code: 'invalid_input',
      capabilityId: 'c',
      field: 'amount',
    });
  });

  it('takes only what is exposed', () => {
    expect(read({ name: 'a', amount: 5, days: 1 }, ['name', 'amount'])).toEqual({ name: 'a', amount: 5, days: 14 });
    expect(read({ name: 'a', amount: 5 }, ['name'])).toMatchObject({ fields: ['amount'] });
  });

  it.each([[[1]], ['text'], [5], [true]])('is an object, not %j', (sent) => {
    expect(read(sent)).toMatchObject({ code: 'invalid_input', field: 'input' });
  });

  it.each(['toString', 'constructor', '__proto__'])('never takes %s from the prototype', (name) => {
    const contract = { capabilityId: 'c', fields: Object.fromEntries([[name, { type: 'json' }]]) as FieldMap };
    expect(Object.keys(readInput(contract, {}))).toEqual([]);
  });
});
