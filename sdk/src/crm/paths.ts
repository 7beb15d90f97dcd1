import type { ProfilePath } from '../profiles/profile.ts';

/** Paths of the API by resource, such as `/crm/v3/objects`, from the vendor profile. */
export type CrmPaths = Readonly<
  Record<
    Extract<
      ProfilePath,
      'objects' | 'recordAssociations' | 'objectProperties' | 'customChannels' | 'visitorIdentification'
    >,
    string
  >
>;
