/**
 * Creates the properties that a sync writes and the CRM does not have yet, where the sync says so (`manageSchema`). It
 * never changes or deletes one. `full` also creates the object type, when there is none of that name.
 */
import type { SyncDefinition } from '../capability/sync.ts';
import type { CrmClient } from '../context/crm.ts';
import type { Into } from './into.ts';
/** Throws a SyncFault when something is missing that could not be created. Calls nothing where nothing is to be managed. */
export declare function manageSchema(crm: CrmClient, into: Into, managed?: SyncDefinition['manageSchema']): Promise<void>;
