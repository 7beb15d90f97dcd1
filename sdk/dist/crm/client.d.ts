/** `ctx.crm`: the typed surface over `send`. It knows paths and bodies; how calls go out is the business of send.ts. */
import type { CrmClient } from '../context/crm.ts';
import type { ProfilePath } from '../profiles/profile.ts';
import { type CrmOptions } from './send.ts';
/** Where the API has what the client works on, such as `/crm/v3/objects`. */
export type CrmPaths = Readonly<Record<Extract<ProfilePath, 'objects' | 'associations' | 'properties' | 'customChannels' | 'visitorIdentification'>, string>>;
/** The client of one invocation. */
export declare function makeCrmClient(options: CrmOptions, paths: CrmPaths): CrmClient;
