/** The types of a sync's `into`, `schema` and `idProperty`, which depend on the destination and the source's rows. */

import type { AppObjectDefinition } from '../declare/app-object.ts';
import type { ObjectTypeName, Open } from '../declare/known-values.ts';

/** The destination of a sync: a CRM object type, or an app object of this app, by its definition or id. */
export type SyncTarget = ObjectTypeName | AppObjectDefinition;

/** A property of a sync's destination. For an app object, editors complete its declared properties. */
export type SyncProperty<Into> = Into extends AppObjectDefinition<infer P> ? Open<keyof P & string> : string;

/** A unique property of a sync's destination. Editors complete `email` for contacts, which every portal has. */
export type SyncIdProperty<Into> =
  Into extends AppObjectDefinition<infer P>
    ? Open<{ [K in keyof P]: P[K] extends { readonly hasUniqueValue: true } ? K & string : never }[keyof P]>
    : Into extends 'contact' | 'contacts'
      ? Open<'email'>
      : string;

/** The fields of a row. A row of unknown type may have any. */
type FieldOf<Data> = Data extends object ? keyof Data & string : string;

/** Property names of the destination, by field name of the row. */
export type SyncSchema<Data, Into> =
  string extends FieldOf<Data>
    ? Readonly<Record<string, SyncProperty<Into>>>
    : { readonly [Field in FieldOf<Data>]?: SyncProperty<Into> };
