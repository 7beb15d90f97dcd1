import type { SyncDefinition } from '../capability/sync.ts';
import type { AppDefinition } from '../declare/app.ts';
import type { AppObjectDefinition } from '../declare/app-object.ts';
import { propertyName } from '../manifest/field-manifest.ts';

/** The object type that the rows of a sync are written to. */
export interface Into {
  /** The CRM's name of the unique property for row keys. */
  readonly idProperty: string;
  /** The object type as in paths of the CRM's API. */
  readonly name: string;
  /** The app object, if it is one. */
  readonly object?: AppObjectDefinition;
  /** The schema of the sync, with the CRM's property names. Members that are undefined are absent. */
  readonly schema?: Readonly<Record<string, string>>;
}

/** Resolves `into`: an object type of the CRM, or an app object by its definition or id. */
export function objectTypeOf(
  { objects = [] }: AppDefinition,
  { into, schema, idProperty = '' }: Pick<SyncDefinition, 'into' | 'schema' | 'idProperty'>,
): Into {
  const mapped = schema && Object.entries(schema).filter(([, key]) => key !== undefined);
  const id = typeof into === 'object' ? into.id : String(into);
  const object = objects.find((one) => one.id === id) ?? (typeof into === 'object' ? into : undefined);
  if (object === undefined) {
    return { name: id, idProperty, schema: mapped && Object.fromEntries(mapped) };
  }
  const nameOf = (key: string) => propertyName(object.properties, key);
  const named = mapped && Object.fromEntries(mapped.map(([field, key]) => [field, nameOf(key)]));
  return { name: object.uid, object, idProperty: nameOf(idProperty), schema: named };
}
