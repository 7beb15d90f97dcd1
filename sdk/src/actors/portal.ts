/**
 * The actor of one portal of the CRM. Its name is the portal id in decimal, or `none` if the portal is unknown. Each
 * part is a file in `portal/`.
 *
 * Key prefixes: row/ failure/ handing handed batches pace seen/ seen-at/ due/ due-at/ schema
 */

import type { ActorTable } from './core/actor-part.ts';
import { wipeable } from './core/wipe.ts';
import { deliveries } from './portal/deliveries.ts';
import { pacing } from './portal/pacing.ts';
import { records } from './portal/records.ts';

export const PORTAL_ACTOR: ActorTable = [records, pacing, deliveries, wipeable];
