/** `ctx.appObjects`: records of the app's own objects, by the names of their declarations. */
import type { AppObjectsContext } from '../../context/app-data.ts';
import type { CrmObjects } from '../../context/crm-records.ts';
import type { AppObjectDefinition } from '../../declare/app-object.ts';
/**
 * @param declared the app's objects; any other is an error
 * @param objects gives the records of the CRM
 */
export declare function makeAppObjects(declared: readonly AppObjectDefinition[], objects: () => CrmObjects): AppObjectsContext;
