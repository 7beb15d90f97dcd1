/**
 * The index of the project's installs, for lists. It copies the records of the installs' actors
 * (`actors/install/record.ts`), which are authoritative for the state of an install.
 *
 * Keys: `install/<portal id in 15 digits>`.
 */

import type { Bindings } from '../../platform/host.ts';
import { ActorError, type ActorStore } from '../../protocol/actor.ts';
import { type InstallDescription, type InstallPage, STATIC_INSTALL } from '../../protocol/install.ts';
import type { ActorPart, ActorState, AppParts, ProjectManifest } from '../core/actor-part.ts';
import { forgetSyncNews } from './sync-metrics.ts';

const INSTALL = 'install/';

/** Most installs in one list. */
const MAX_LISTED = 1000;

/** Returns a page of installs in any state. With static auth there is one install and no index. */
export function installPage(
  store: ActorStore,
  manifest: ProjectManifest,
  after: string | undefined,
  limit: number,
): InstallPage {
  if (manifest.app.auth === 'static') {
    return { installs: [{ id: STATIC_INSTALL, portalId: null, state: 'active' }] };
  }
  const start = after === undefined ? INSTALL : `${keyOf(after)}\u0000`; // the smallest greater key
  const found = store
    .list<InstallDescription>({ prefix: INSTALL, start, limit: limit + 1 })
    .map(([, install]) => install);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return found.length > page.length && last !== undefined ? { installs: page, next: last.id } : { installs: page };
}

/** Reports whether an install is active, so that its schedules run. With static auth it always is. */
export function isActive(store: ActorStore, manifest: ProjectManifest, id: string): boolean {
  return manifest.app.auth === 'static' || store.get<InstallDescription>(keyOf(id))?.state === 'active';
}

export function installs({ store }: ActorState, _env: Bindings, { manifest }: AppParts): ActorPart {
  return {
    methods: {
      indexInstall(args) {
        const install = args as InstallDescription;
        store.put(keyOf(install.id), install);
      },
      forgetInstall(args) {
        const { id } = args as { readonly id: string };
        forgetSyncNews(store, id);
        return store.delete(keyOf(id));
      },
      /** Takes `{after?, limit?}`. Returns an InstallPage. */
      listInstalls(args) {
        const { after, limit = 100 } = (args ?? {}) as { readonly after?: string; readonly limit?: number };
        if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LISTED) {
          throw new ActorError('invalid_input', `limit must be a whole number from 1 to ${MAX_LISTED}`);
        }
        return installPage(store, manifest, after, limit);
      },
    },
  };
}

function keyOf(id: string): string {
  return INSTALL + id.padStart(15, '0');
}
