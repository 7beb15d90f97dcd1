/** `ctx.appObjects`: records of the app's objects, with property names as declared. */

import type { AppObjectRef, AppObjectsContext } from '../../context/app-data.ts';
import type { CrmObject, CrmObjects } from '../../context/crm-records.ts';
import type { AppObjectDefinition } from '../../declare/app-object.ts';
import type { AppObjectPropertyMap } from '../../declare/property.ts';
import { propertyName } from '../../manifest/field-manifest.ts';
import { isObject } from '../../platform/body.ts';
import { declaredAs } from './declared-as.ts';

type Properties = Readonly<Record<string, unknown>>;

/**
 * Creates `ctx.appObjects`.
 * @param declared the app's objects; others are an error
 * @param objects returns the CRM's records API
 */
export function makeAppObjects(declared: readonly AppObjectDefinition[], objects: () => CrmObjects): AppObjectsContext {
  const find = (ref: AppObjectRef) => declaredAs(declared, ref, 'app object', 'objects');
  return {
    async get(ref, recordId, options = {}) {
      const { uid, properties } = find(ref);
      const names = options.properties?.map((key) => propertyName(properties, key));
      return ownKeys(properties, await objects().get(uid, recordId, { ...options, properties: names }));
    },
    async create(ref, input) {
      const { uid, properties } = find(ref);
      return ownKeys(properties, await objects().create(uid, { properties: named(properties, input) }));
    },
    async update(ref, recordId, input) {
      const { uid, properties } = find(ref);
      return ownKeys(properties, await objects().update(uid, recordId, { properties: named(properties, input) }));
    },
    async archive(ref, recordId) {
      await objects().archive(find(ref).uid, recordId);
    },
  };
}

function named<T>(
  map: AppObjectPropertyMap,
  input: { readonly properties: Readonly<Record<string, T>> },
): Record<string, T> {
  if (!isObject(input) || !isObject(input.properties)) {
    throw new TypeError('expected { properties: { … } } to write an app object');
  }
  return Object.fromEntries(Object.entries(input.properties).map(([key, value]) => [propertyName(map, key), value]));
}

/** Returns the record with the declared property keys. */
function ownKeys(map: AppObjectPropertyMap, record: CrmObject): CrmObject {
  const keys = new Map(Object.keys(map).map((key) => [propertyName(map, key), key]));
  const rename = ([name, value]: [string, unknown]) => [keys.get(name) ?? name, value];
  const properties = Object.fromEntries(Object.entries((record.properties ?? {}) as Properties).map(rename));
  return { ...record, properties } as CrmObject;
}
