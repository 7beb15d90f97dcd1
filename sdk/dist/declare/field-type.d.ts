import type { FieldType, LegacyFieldType } from './field.ts';
/** The field types of the CRM. */
export type CrmFieldType = 'string' | 'number' | 'bool' | 'enumeration' | 'datetime';
/** A field type in one spelling: lower case, and `bool` for `boolean`. */
export type CanonicalFieldType = Exclude<FieldType, 'boolean'>;
/** The CRM's type for each accepted spelling. `json` reaches the CRM as a string. */
export declare const CRM_FIELD_TYPE_MAP: Readonly<Record<FieldType | LegacyFieldType, CrmFieldType>>;
/**
 * Returns a field type in its canonical spelling.
 *
 * @throws {TypeError} when the type is unknown
 */
export declare function canonicalFieldType(type: string): CanonicalFieldType;
/**
 * Returns the CRM's type for a field type in any accepted spelling.
 *
 * @throws {TypeError} when the type is unknown
 * @example
 * import { normalizeCrmFieldType } from '@svc/sdk';
 *
 * normalizeCrmFieldType('BOOLEAN'); // 'bool'
 */
export declare function normalizeCrmFieldType(type: string): CrmFieldType;
/**
 * Returns the UI control of a field that declares no `fieldType`.
 *
 * @throws {TypeError} when the type is unknown
 * @example
 * import { defaultCrmFieldType } from '@svc/sdk';
 *
 * defaultCrmFieldType('enumeration'); // 'select'
 */
export declare function defaultCrmFieldType(type: string): string;
