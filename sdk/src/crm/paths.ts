/** Where the API has what the client works on. */

import type { ProfilePath } from '../profiles/profile.ts';

/** By what is found there, such as `/crm/v3/objects`: the vendor's profile says it. */
export type CrmPaths = Readonly<
  Record<
    Extract<ProfilePath, 'objects' | 'associations' | 'properties' | 'customChannels' | 'visitorIdentification'>,
    string
  >
>;
