/**
 * The actor of one install. Its name is `static`, or the portal id in decimal. Each part is a file in `install/`.
 *
 * Key prefixes: ev/ s/ v/ x/ store-calls config install tokens app-id run/ sync/ sync-calls/ stage/ chunk/ inbox/
 * later/ poison/ failed/ b/ due/ due-at/ schema
 */

import type { ActorTable } from './core/actor-part.ts';
import { appEvents } from './install/app-events.ts';
import { billing } from './install/billing.ts';
import { config } from './install/config.ts';
import { erase } from './install/erase.ts';
import { failedDeliveries } from './install/failed-deliveries.ts';
import { inbox } from './install/inbox.ts';
import { later } from './install/later.ts';
import { poison } from './install/poison.ts';
import { installRecord } from './install/record.ts';
import { sinceInstalled } from './install/since-installed.ts';
import { stage } from './install/stage.ts';
import { handlerStore } from './install/store.ts';
import { syncMemory } from './install/sync-memory.ts';
import { syncs } from './install/syncs.ts';
import { tokens } from './install/tokens.ts';

export const INSTALL_ACTOR: ActorTable = sinceInstalled([
  handlerStore,
  config,
  installRecord,
  tokens,
  erase,
  syncs,
  stage,
  syncMemory,
  poison,
  inbox,
  failedDeliveries,
  appEvents,
  later,
  billing,
]);
