import type { SyncDefinition } from '../capability/sync.ts';
import type { AppDefinition } from '../declare/app.ts';
import type { AppObjectDefinition } from '../declare/app-object.ts';
import { propertyName } from '../manifest/field-manifest.ts';
import { AppObjectNames } from '../protocol/app-object-names.ts';

/** The object type that the rows of a sync are written to. */
export interface Into {
  /** The CRM's name of the unique property for row keys. */
  readonly idProperty: string;
  /** The object type as in paths of the CRM's API. */
  readonly name: string;
  /** Returns the CRM's name of a property, from its key or its declared name. */
  readonly nameOf: (key: string) => string;
  /** The app object, if it is one. */
  readonly object?: AppObjectDefinition;
  /** The schema of the sync, with the CRM's property names. Members that are undefined are absent. */
  readonly schema?: Readonly<Record<string, string>>;
}

/**
 * Resolves `into`: an object type of the CRM, or an app object by its definition or id.
 * @param appId the CRM's id of the app, which its own names for app objects contain; without it names are as declared
 */
export function objectTypeOf(
  { objects = [] }: AppDefinition,
  { into, schema, idProperty = '' }: Pick<SyncDefinition, 'into' | 'schema' | 'idProperty'>,
  appId?: number,
): Into {
  const mapped = schema && Object.entries(schema).filter(([, key]) => key !== undefined);
  const object = appObjectOf(objects, into);
  if (object === undefined) {
    return { name: String(into), nameOf: (key) => key, idProperty, schema: mapped && Object.fromEntries(mapped) };
  }
  const names = appId === undefined ? undefined : new AppObjectNames(object, appId);
  const nameOf = (key: string) => names?.property(key) ?? propertyName(object.properties, key);
  const named = mapped && Object.fromEntries(mapped.map(([field, key]) => [field, nameOf(key)]));
  return { name: names?.type ?? object.name, object, nameOf, idProperty: nameOf(idProperty), schema: named };
}

/** Returns the app object that `into` names, if it is one. */
export function appObjectOf(
  objects: readonly AppObjectDefinition[],
  into: SyncDefinition['into'],
): AppObjectDefinition | undefined {
  const id = typeof into === 'object' ? into.id : String(into);
  return objects.find((one) => one.id === id) ?? (typeof into === 'object' ? into : undefined);
}
