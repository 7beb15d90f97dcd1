import type { FieldType, LegacyFieldType } from './field.ts';

/** The field types of the CRM. */
export type CrmFieldType = 'string' | 'number' | 'bool' | 'enumeration' | 'datetime';

/** A field type in its normalized spelling: lower case, and `bool` for `boolean`. */
export type CanonicalFieldType = Exclude<FieldType, 'boolean'>;

/** The CRM's type for each accepted spelling. `json` reaches the CRM as a string. */
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

function isKnown(type: string): type is FieldType | LegacyFieldType {
  return Object.hasOwn(CRM_FIELD_TYPE_MAP, type);
}

/**
 * Returns a field type in its canonical spelling.
 *
 * @throws {TypeError} when the type is unknown
 */
export function canonicalFieldType(type: string): CanonicalFieldType {
  if (!isKnown(type)) {
    const hint = type === 'enum' ? " (did you mean 'enumeration'?)" : '';
    throw new TypeError(
      `unknown field type ${JSON.stringify(type)}${hint}: ` +
        'use string, number, bool, boolean, enumeration, datetime or json',
    );
  }
  const lower = type.toLowerCase() as FieldType;
  return lower === 'boolean' ? 'bool' : lower;
}

/**
 * Returns the CRM's type for a field type in any accepted spelling.
 *
 * @throws {TypeError} when the type is unknown
 * @example
 * import { normalizeCrmFieldType } from '@svc/sdk';
 *
 * normalizeCrmFieldType('BOOLEAN'); // 'bool'
 */
export function normalizeCrmFieldType(type: string): CrmFieldType {
  canonicalFieldType(type);
  return CRM_FIELD_TYPE_MAP[type as FieldType];
}

/**
 * Returns the UI control of a field that declares no `fieldType`.
 *
 * @throws {TypeError} when the type is unknown
 * @example
 * import { defaultCrmFieldType } from '@svc/sdk';
 *
 * defaultCrmFieldType('enumeration'); // 'select'
 */
export function defaultCrmFieldType(type: string): string {
  return CONTROLS[canonicalFieldType(type)];
}
