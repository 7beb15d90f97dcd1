/** `ctx.crm`: the typed surface over `send`. It knows paths and bodies; how calls go out is the business of send.ts. */
import type { CrmClient } from '../context/crm.ts';
import type { CrmPaths } from './paths.ts';
import { type CrmOptions } from './send.ts';
/** The client of one invocation. */
export declare function makeCrmClient(options: CrmOptions, paths: CrmPaths): CrmClient;
