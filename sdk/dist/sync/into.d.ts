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
export declare function objectTypeOf({ objects }: AppDefinition, { into, schema, idProperty }: Pick<SyncDefinition, 'into' | 'schema' | 'idProperty'>): Into;
