/**
 * The actor of one portal (account) of the CRM; its name is the portal id in decimal, or `none` where no portal is
 * known. One file a concern in `portal/`.
 *
 * Prefixes of keys: row/ handing handed batches pace seen/ seen-at/ due/ due-at/ schema
 */

import type { ActorTable } from './core/actor-part.ts';
import { wipeable } from './core/wipe.ts';
import { deliveries } from './portal/deliveries.ts';
import { pacing } from './portal/pacing.ts';
import { records } from './portal/records.ts';

export const PORTAL_ACTOR: ActorTable = [records, pacing, deliveries, wipeable];
