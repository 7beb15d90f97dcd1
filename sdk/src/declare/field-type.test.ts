import { describe, expect, it } from 'vitest';
import { CRM_FIELD_TYPE_MAP, canonicalFieldType, defaultCrmFieldType, normalizeCrmFieldType } from './field-type.ts';

describe('normalizeCrmFieldType', () => {
  it.each([
    ['string', 'string'],
    ['number', 'number'],
    ['bool', 'bool'],
    ['boolean', 'bool'],
    ['enumeration', 'enumeration'],
    ['datetime', 'datetime'],
    ['json', 'string'],
  ])('maps %s and its legacy spelling to %s', (type, crmType) => {
    expect(normalizeCrmFieldType(type)).toBe(crmType);
    expect(normalizeCrmFieldType(type.toUpperCase())).toBe(crmType);
  });

  it.each(['enum', 'Enumeration', 'text', '', 'toString', '__proto__'])('throws for %j and lists the types', (type) => {
    expect(() => normalizeCrmFieldType(type)).toThrow(/unknown field type .*: use string, number/);
  });

  it('maps every spelling as CRM_FIELD_TYPE_MAP does', () => {
    for (const [type, crmType] of Object.entries(CRM_FIELD_TYPE_MAP)) {
      expect(normalizeCrmFieldType(type)).toBe(crmType);
    }
  });
});

it("suggests 'enumeration' for 'enum'", () => {
  expect(() => canonicalFieldType('enum')).toThrow("(did you mean 'enumeration'?)");
});

it.each([
  ['string', 'text'],
  ['NUMBER', 'number'],
  ['boolean', 'booleancheckbox'],
  ['ENUMERATION', 'select'],
  ['datetime', 'date'],
  ['json', 'textarea'],
])('defaultCrmFieldType(%j) is %j', (type, control) => {
  expect(defaultCrmFieldType(type)).toBe(control);
});
