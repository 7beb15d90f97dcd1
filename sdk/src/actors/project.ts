/**
 * The actor of one project and environment. Its name is `<project id>/<environment>`. Each part is a file in
 * `project/`.
 *
 * Key prefixes: nonce/ nonce-expiry/ install/ oauth-state/ tick/ round/ sync-news/ minute/ hour/
 * taken/ failure/ failed-as/ alert/ looked note/ flag/ flag-row/ flag-calls
 * flag-deleted due/ due-at/ schema
 */

import type { ActorTable } from './core/actor-part.ts';
import { alerts } from './project/alerts.ts';
import { failures } from './project/failures.ts';
import { flags } from './project/flags.ts';
import { grants } from './project/grants.ts';
import { installs } from './project/installs.ts';
import { manifests } from './project/manifests.ts';
import { oauthStates } from './project/oauth-states.ts';
import { rollups } from './project/rollups.ts';
import { syncNews } from './project/sync-news.ts';
import { ticks } from './project/ticks.ts';

export const PROJECT_ACTOR: ActorTable = [
  grants,
  installs,
  oauthStates,
  ticks,
  rollups,
  failures,
  alerts,
  syncNews,
  flags,
  manifests,
];
