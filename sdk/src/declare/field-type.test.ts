/** The types of fields in every spelling. */

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

  it.each(['enum', 'Enumeration', 'text', '', 'toString', '__proto__'])(
    'throws for %j and says what there is',
    (type) => {
      expect(() => normalizeCrmFieldType(type)).toThrow(/unknown field type .* use one of string, number/);
    },
  );

  it('maps every spelling by CRM_FIELD_TYPE_MAP', () => {
    for (const [type, crmType] of Object.entries(CRM_FIELD_TYPE_MAP)) {
      expect(normalizeCrmFieldType(type)).toBe(crmType);
    }
  });
});

it("says that there is no 'enum'", () => {
  expect(() => canonicalFieldType('enum')).toThrow("there is no 'enum', write 'enumeration'");
});

it.each([
  ['string', 'text'],
  ['NUMBER', 'number'],
  ['boolean', 'booleancheckbox'],
  ['ENUMERATION', 'select'],
  ['datetime', 'date'],
  ['json', 'textarea'],
])('shows a %s with the control %s by default', (type, control) => {
  expect(defaultCrmFieldType(type)).toBe(control);
});
