import { describe, expect, it } from 'vitest';
import type { FieldDefinition, FieldMap } from '../../declare/field.ts';
import { readInput } from './input.ts';

const fields: FieldMap = {
  name: { type: 'string', required: true },
  amount: { type: 'number', isRequired: true },
  due: { type: 'datetime' },
  days: { type: 'number', default: 14 },
};

function read(sent: unknown, exposed?: string[]): unknown {
  try {
    return readInput({ capabilityId: 'c', fields, ...(exposed !== undefined && { exposed }) }, sent);
  } catch (error) {
    const { code, fields: members } = error as { code: string; fields: object };
    return { code, ...members };
  }
}

describe('the input', () => {
  it('has only declared fields, typed, with defaults', () => {
    expect(read({ name: 'a', amount: '5', other: 1 })).toEqual({ name: 'a', amount: 5, days: 14 });
  });

  it.each([undefined, null, {}])('is refused with all missing fields (%j)', (sent) => {
    expect(read(sent)).toEqual({ code: 'missing_required_input', capabilityId: 'c', fields: ['name', 'amount'] });
  });

  it('is refused for missing fields before invalid ones', () => {
    expect(read({ amount: 'many' })).toMatchObject({ code: 'missing_required_input', fields: ['name'] });
  });

  it('is refused for the first invalid field', () => {
    expect(read({ name: 'a', amount: 'many', due: 'soon' })).toEqual({
      code: 'invalid_input',
      capabilityId: 'c',
      field: 'amount',
    });
  });

  it('has only exposed fields for an agent', () => {
    expect(read({ name: 'a', amount: 5, days: 1 }, ['name', 'amount'])).toEqual({ name: 'a', amount: 5, days: 14 });
    expect(read({ name: 'a', amount: 5 }, ['name'])).toMatchObject({ fields: ['amount'] });
  });

  it('misses a required field, even one with a default', () => {
    const both: FieldMap = { days: { type: 'number', required: true, default: 14 } };
    expect(() => readInput({ capabilityId: 'c', fields: both }, {})).toThrow('required input is missing: days');
  });

  it.each<[FieldDefinition['type'], unknown, unknown]>([
    ['number', '5', 5],
    ['bool', 'true', true],
    ['string', 5, '5'],
    ['datetime', 0, '1970-01-01T00:00:00.000Z'],
    ['json', '{"a":1}', { a: 1 }],
    ['json', null, null],
  ])('has the default of a %s field in its type (%j)', (type, value, read) => {
    const fields = { field: { type, default: value } };
    expect(readInput({ capabilityId: 'c', fields }, {})).toStrictEqual({ field: read });
  });

  it.each<[FieldDefinition['type'], unknown]>([
    ['number', NaN],
    ['number', null],
    ['bool', 1],
    ['json', () => 1],
    ['json', 10n],
  ])('is refused for the default of a %s field that has another type', (type, value) => {
    const fields = { field: { type, default: value } };
    expect(() => readInput({ capabilityId: 'c', fields }, {})).toThrow(
      'the default of the input field "field" must be',
    );
  });

  it.each([
    ['a text', 'hello world', 'hello world'],
    ['a text that is JSON', '{"a":1}', '{"a":1}'],
    ['a number as text', '5', '5'],
    ['an empty text', '', ''],
    ['an object', { a: ['1'] }, { a: ['1'] }],
    ['false', false, false],
  ])('keeps %s of a json field where the values are JSON', (_, sent, expected) => {
    const fields: FieldMap = { value: { type: 'json', required: true } };
    expect(readInput({ capabilityId: 'c', fields }, { value: sent })).toStrictEqual({ value: expected });
  });

  it('parses the text of a json field where the values are text', () => {
    const fields: FieldMap = { value: { type: 'json' } };
    const of = (value: unknown) => readInput({ capabilityId: 'c', fields, isText: true }, { value });
    expect([of('{"a":1}'), of('"text"'), of(''), of({ a: 1 })]).toEqual([
      { value: { a: 1 } },
      { value: 'text' },
      {},
      { value: { a: 1 } },
    ]);
    expect(() => of('hello world')).toThrow('the input field "value" must be JSON');
  });

  it('has a copy of a default', () => {
    const fields: FieldMap = { list: { type: 'json', default: ['a'] } };
    (readInput({ capabilityId: 'c', fields }, {})['list'] as string[]).push('b');
    expect(readInput({ capabilityId: 'c', fields }, {})).toEqual({ list: ['a'] });
  });

  it.each([[[1]], ['text'], [5], [true]])('is an object, not %j', (sent) => {
    expect(read(sent)).toMatchObject({ code: 'invalid_input', field: 'input' });
  });

  it.each(['toString', 'constructor', '__proto__'])('never reads %s from the prototype', (name) => {
    const contract = { capabilityId: 'c', fields: Object.fromEntries([[name, { type: 'json' }]]) as FieldMap };
    expect(Object.keys(readInput(contract, {}))).toEqual([]);
  });
});
