/** Where the rows of a sync go. */

import type { SyncDefinition } from '../capability/sync.ts';
import type { AppDefinition } from '../declare/app.ts';
import type { AppObjectDefinition } from '../declare/app-object.ts';

export interface Into {
  /** The unique property that keys go to, under its name in the CRM. */
  readonly idProperty: string;
  /** The object type, as paths of the API take it. */
  readonly name: string;
  /** The app's own object, where it is one. */
  readonly object?: AppObjectDefinition;
  /** As the sync declares it, an app object's properties under their names in the CRM. */
  readonly schema?: Readonly<Record<string, string>>;
}

/** An object type of the CRM, or an object of this app, which is named by its definition or its id. */
export function objectTypeOf(
  { objects = [] }: AppDefinition,
  { into, schema, idProperty = '' }: Pick<SyncDefinition, 'into' | 'schema' | 'idProperty'>,
): Into {
  const id = typeof into === 'object' ? into.id : String(into);
  const object = objects.find((one) => one.id === id) ?? (typeof into === 'object' ? into : undefined);
  if (object === undefined) {
    return { name: id, idProperty, ...(schema !== undefined && { schema }) };
  }
  const nameOf = (key: string) =>
    (Object.hasOwn(object.properties, key) ? object.properties[key]?.name : undefined) ?? key;
  const named = schema && Object.fromEntries(Object.entries(schema).map(([field, key]) => [field, nameOf(key)]));
  return { name: object.uid, object, idProperty: nameOf(idProperty), ...(named !== undefined && { schema: named }) };
}
