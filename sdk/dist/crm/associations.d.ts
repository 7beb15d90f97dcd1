/** `ctx.crm.associations`: ties between two records. */
import type { CrmAssociation, CrmAssociations } from '../context/crm-schema.ts';
import type { CrmPaths } from './paths.ts';
import type { Send } from './send.ts';
export declare function makeAssociations(send: Send, { associations }: CrmPaths): CrmAssociations;
/** Ids are numbers in some answers. */
export declare function associationOf(shown: Readonly<Record<string, unknown>>): CrmAssociation;
