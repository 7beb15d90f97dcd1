/** What the CRM calls the types of fields, and which control shows them. */
import type { FieldType, LegacyFieldType } from './field.ts';
/** The types that the CRM knows for fields. */
export type CrmFieldType = 'string' | 'number' | 'bool' | 'enumeration' | 'datetime';
/** The type of a field in one spelling: lower case, and `bool` for `boolean`. */
export type CanonicalFieldType = Exclude<FieldType, 'boolean'>;
/** The CRM's type for every accepted spelling. `json` reaches the CRM as text. */
export declare const CRM_FIELD_TYPE_MAP: Readonly<Record<FieldType | LegacyFieldType, CrmFieldType>>;
/** The one spelling of a field type. Throws a TypeError for what is none. */
export declare function canonicalFieldType(type: string): CanonicalFieldType;
/** The CRM's type for a field type in any accepted spelling. Throws a TypeError for what is none. */
export declare function normalizeCrmFieldType(type: string): CrmFieldType;
/** The UI control of a field that declares no `fieldType`, such as `select` for an enumeration. */
export declare function defaultCrmFieldType(type: string): string;
