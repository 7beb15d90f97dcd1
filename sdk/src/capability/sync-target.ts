/** The types of a sync's `into`, `schema` and `idProperty`, which depend on the destination and the source's rows. */

import type { AppObjectDefinition } from '../declare/app-object.ts';
import type { ObjectTypeName, Open } from '../declare/known-values.ts';

/** The destination of a sync: a CRM object type, or an app object of this app or its id. */
export type SyncTarget = ObjectTypeName | AppObjectDefinition;

/** A property of a sync's destination. An app object has its declared properties, and others of the CRM. */
export type SyncProperty<Into> = Into extends AppObjectDefinition<infer P> ? Open<keyof P & string> : string;

/** The unique property of a sync's destination. Contacts of every portal have `email`. */
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
