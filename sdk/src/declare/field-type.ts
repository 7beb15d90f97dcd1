/** What the CRM calls the types of fields, and which control shows them. */

import type { FieldType, LegacyFieldType } from './field.ts';

/** The types that the CRM knows for fields. */
export type CrmFieldType = 'string' | 'number' | 'bool' | 'enumeration' | 'datetime';

/** The type of a field in one spelling: lower case, and `bool` for `boolean`. */
export type CanonicalFieldType = Exclude<FieldType, 'boolean'>;

/** The CRM's type for every accepted spelling. `json` reaches the CRM as text. */
export const CRM_FIELD_TYPE_MAP: Readonly<Record<FieldType | LegacyFieldType, CrmFieldType>> = {
  string: 'string',
  number: 'number',
  bool: 'bool',
  boolean: 'bool',
  enumeration: 'enumeration',
  datetime: 'datetime',
  json: 'string',
  STRING: 'string',
  NUMBER: 'number',
  BOOL: 'bool',
  BOOLEAN: 'bool',
  ENUMERATION: 'enumeration',
  DATETIME: 'datetime',
  JSON: 'string',
};

const CONTROLS: Readonly<Record<CanonicalFieldType, string>> = {
  string: 'text',
  number: 'number',
  bool: 'booleancheckbox',
  enumeration: 'select',
  datetime: 'date',
  json: 'textarea',
};

function known(type: string): type is FieldType | LegacyFieldType {
  return Object.hasOwn(CRM_FIELD_TYPE_MAP, type);
}

/** The one spelling of a field type. Throws a TypeError for what is none. */
export function canonicalFieldType(type: string): CanonicalFieldType {
  if (!known(type)) {
    const hint = type === 'enum' ? "; there is no 'enum', write 'enumeration'" : '';
    throw new TypeError(
      `unknown field type ${JSON.stringify(type)}: use one of string, number, bool, boolean, enumeration, datetime, json${hint}`,
    );
  }
  const lower = type.toLowerCase() as FieldType;
  return lower === 'boolean' ? 'bool' : lower;
}

/** The CRM's type for a field type in any accepted spelling. Throws a TypeError for what is none. */
export function normalizeCrmFieldType(type: string): CrmFieldType {
  canonicalFieldType(type);
  return CRM_FIELD_TYPE_MAP[type as FieldType];
}

/** The UI control of a field that declares no `fieldType`, such as `select` for an enumeration. */
export function defaultCrmFieldType(type: string): string {
  return CONTROLS[canonicalFieldType(type)];
}
