/**
 * The actor of one install; its name is `static`, or the portal id in decimal. One file a concern in `install/`.
 *
 * Prefixes of keys: ev/ s/ config install tokens run/ inbox/ sync-begun/ b/ due/ due-at/ schema
 */

import type { ActorTable } from './actor-part.ts';
import { appEvents } from './install/app-events.ts';
import { billing } from './install/billing.ts';
import { config } from './install/config.ts';
import { dueSyncs } from './install/due-syncs.ts';
import { erase } from './install/erase.ts';
import { inbox } from './install/inbox.ts';
import { installRecord } from './install/record.ts';
import { runs } from './install/runs.ts';
import { handlerStore } from './install/store.ts';
import { tokens } from './install/tokens.ts';

export const INSTALL_ACTOR: ActorTable = [
  handlerStore,
  config,
  installRecord,
  tokens,
  erase,
  runs,
  inbox,
  appEvents,
  dueSyncs,
  billing,
];
