/** `ctx.appObjects`: records of the app's objects, with property names as declared. */

import type { AppObjectRef, AppObjectsContext } from '../../context/app-data.ts';
import type { CrmObject, CrmObjects } from '../../context/crm-records.ts';
import { listOf } from '../../crm/list-of.ts';
import { inputOf } from '../../platform/arguments.ts';
import { isObject } from '../../platform/body.ts';
import { emptyKind } from '../../platform/json-text.ts';
import { AppObjectNames, appIdOf } from '../../protocol/app-object-names.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { declaredAs } from './declared-as.ts';
import { invalid } from '../../platform/arguments.ts';

/**
 * Creates `ctx.appObjects`.
 * @param context has the app, whose objects can be named; others are an error
 * @param objects returns the CRM's records API
 */
export function makeAppObjects(
  { host, worker }: RequestContext,
  installId: string,
  objects: () => CrmObjects,
): AppObjectsContext {
  const find = async (ref: AppObjectRef) => {
    const object = declaredAs(worker.app.objects ?? [], ref, 'app object', 'objects');
    return new AppObjectNames(object, await appIdOf(host, installId));
  };
  return {
    async get(ref, recordId, options = {}) {
      const { properties, propertiesWithHistory, idProperty } = inputOf(options, '{ properties: ["name"] }');
      const names = await find(ref);
      const all = (keys: readonly string[] | undefined, name: string) =>
        keys && listOf(keys, name).map((key) => names.property(key));
      const record = await objects().get(names.type, recordId, {
        ...options,
        properties: all(properties, 'properties'),
        propertiesWithHistory: all(propertiesWithHistory, 'propertiesWithHistory'),
        idProperty: idProperty && names.property(idProperty),
      });
      return ownKeys(names, record);
    },
    async create(ref, input) {
      const names = await find(ref);
      return ownKeys(names, await objects().create(names.type, { properties: named(names, input) }));
    },
    async update(ref, recordId, input) {
      const names = await find(ref);
      return ownKeys(names, await objects().update(names.type, recordId, { properties: named(names, input) }));
    },
    async archive(ref, recordId) {
      await objects().archive((await find(ref)).type, recordId);
    },
  };
}

function named<T>(
  names: AppObjectNames,
  input: { readonly properties: Readonly<Record<string, T>> },
): Record<string, T> {
  if (!isObject(input) || !isObject(input.properties) || emptyKind(input.properties)) {
    throw invalid('expected { properties: { … } } to write an app object');
  }
  return Object.fromEntries(Object.entries(input.properties).map(([key, value]) => [names.property(key), value]));
}

/** Returns the record with the declared property keys. */
function ownKeys(names: AppObjectNames, record: CrmObject): CrmObject {
  const renamed = (properties: object) =>
    Object.fromEntries(Object.entries(properties).map(([name, value]) => [names.key(name), value]));
  const { propertiesWithHistory: history } = record;
  return {
    ...record,
    properties: renamed(record.properties ?? {}),
    ...(history && { propertiesWithHistory: renamed(history) }),
  };
}
