/** Converts declared fields and properties to their form in the manifest. */

import type {
  FieldDefinition,
  FieldMap,
  OutputFieldDefinition,
  OutputFieldMap,
  SupportedValueType,
} from '../declare/field.ts';
import {
  type CanonicalFieldType,
  canonicalFieldType,
  defaultCrmFieldType,
  normalizeCrmFieldType,
} from '../declare/field-type.ts';
import type { AppObjectPropertyDefinition, AppObjectPropertyMap, PropertyOption } from '../declare/property.ts';
import type { FieldManifest, FieldOptionManifest, OutputFieldManifest, PropertyManifest } from './manifest.ts';

/** Returns a copy without undefined members, so that the object equals its JSON form. */
export function defined<T extends object>(value: T): T {
  const copy: Partial<T> = {};
  // Entries and iterators take four times as long in goja, and svc build calls this for each field of a project.
  (Object.keys(value) as (keyof T)[]).forEach((name) => {
    if (value[name] !== undefined) {
      copy[name] = value[name];
    }
  });
  return copy as T;
}

/** Returns the CRM's name of a property that is referred to by key or name. */
export function propertyName(map: AppObjectPropertyMap, key: string): string {
  return (Object.hasOwn(map, key) ? map[key]?.name : undefined) ?? key;
}

/** Returns what all kinds of fields have. Members may be undefined. */
function anyField(name: string, field: OutputFieldDefinition) {
  return {
    name,
    type: typeOf(name, field),
    crmType: normalizeCrmFieldType(field.type),
    label: field.label,
    description: field.description,
    fieldType: field.fieldType ?? defaultCrmFieldType(field.type),
  };
}

/** @throws {TypeError} when the type is unknown; the message names the field */
function typeOf(name: string, field: OutputFieldDefinition): CanonicalFieldType {
  try {
    return canonicalFieldType(field.type);
  } catch (error) {
    throw new TypeError(`invalid field ${JSON.stringify(name)}: ${(error as Error).message}`);
  }
}

function options(
  declared: readonly string[] | readonly PropertyOption[] | undefined,
): FieldOptionManifest[] | undefined {
  return declared?.map((one) =>
    typeof one === 'string'
      ? { value: one, label: one }
      : defined({
          value: one.value,
          label: one.label,
          description: one.description,
          displayOrder: one.displayOrder,
          hidden: one.hidden,
        }),
  );
}

function isRequired(field: { readonly required?: boolean; readonly isRequired?: boolean }): boolean {
  return field.required === true || field.isRequired === true;
}

const VALUE_TYPES: Readonly<Record<'static' | 'property' | 'both', readonly SupportedValueType[]>> = {
  static: ['STATIC_VALUE'],
  property: ['OBJECT_PROPERTY'],
  both: ['STATIC_VALUE', 'OBJECT_PROPERTY'],
};

function inputField(name: string, field: FieldDefinition): FieldManifest {
  return defined({
    ...anyField(name, field),
    required: isRequired(field),
    default: field.default,
    options: options(field.options),
    supportedValueTypes: field.supportedValueTypes ?? VALUE_TYPES[field.valueSource ?? 'static'],
  });
}

function property(key: string, declared: AppObjectPropertyDefinition): PropertyManifest {
  return defined({
    ...anyField(declared.name ?? key, declared),
    required: isRequired(declared),
    default: declared.default,
    options: options(declared.options),
    groupName: declared.groupName,
    hasUniqueValue: declared.hasUniqueValue ?? false,
    readOnlyValue: declared.readOnlyValue ?? false,
    formField: declared.formField,
    calculationFormula: declared.calculationFormula,
  });
}

/** Returns the input fields in order of declaration. */
export function inputFields(map: FieldMap | undefined): FieldManifest[] {
  return Object.entries(map ?? {}).map(([name, field]) => inputField(name, field));
}

/** Returns the output fields in order of declaration. */
export function outputFields(map: OutputFieldMap | undefined): OutputFieldManifest[] {
  return Object.entries(map ?? {}).map(([name, field]) => defined(anyField(name, field)));
}

/** Returns the properties in order of declaration. */
export function properties(map: AppObjectPropertyMap | undefined): PropertyManifest[] {
  return Object.entries(map ?? {}).map(([key, declared]) => property(key, declared));
}
