/**
 * Erases an install: all that its actor and the actor of its portal hold, what the project counts of its portal, and its
 * place in the index. At once when the project's own tools say so, and 30 days after the CRM has taken back its consent.
 *
 * Due: `eraseInstall`; `eraseRest`, once more a little later: workers that have not learned of it yet may still write.
 */

import { projectName } from '../../platform/env.ts';
import type { Bindings } from '../../platform/host.ts';
import { STALE_MS, STATIC_INSTALL } from '../../protocol/install.ts';
import type { ActorPart, ActorState } from '../core/actor-part.ts';
import { wipe } from '../core/wipe.ts';
import { KEPT_MS, putRecord, recordIn } from './record.ts';

/** The purpose in the due-table. */
export const ERASE = 'eraseInstall';

const REST = 'eraseRest';

/** When the rest is erased, in milliseconds: workers know of it by then, and what they ran has ended. */
const REST_MS = STALE_MS + 300_000;

export function erase(state: ActorState, env: Bindings): ActorPart {
  const project = projectName(env);

  /**
   * Can be repeated: what is erased already is erased again. The own state goes last, so that a failure is known.
   * @param isMeant asked when the others are erased: the app may have been installed again meanwhile
   */
  async function eraseAll(portals: readonly string[], isMeant: () => boolean): Promise<void> {
    for (const portal of portals) {
      await state.actor('PortalActor', portal, 'eraseAll', null);
      await state.actor('ProjectActor', project, 'forgetPortal', { portal });
    }
    await state.actor('ProjectActor', project, 'forgetInstall', { id: state.name });
    const record = recordIn(state);
    if (record !== undefined && !isMeant()) {
      putRecord(state, record); // the index has just forgotten it
      return;
    }
    wipe(state.store);
  }

  /** With static auth the one install goes on at once: what is written next is its own. */
  async function eraseTwice(portals: readonly string[], isMeant = () => true): Promise<void> {
    await eraseAll(portals, isMeant);
    if (state.name !== STATIC_INSTALL) {
      state.due.set(REST, '', state.now() + REST_MS);
    }
  }

  return {
    methods: {
      /** `portals`: the names of the actors that hold what belongs to its portal. */
      eraseAll: (args) => eraseTwice((args as { readonly portals: readonly string[] }).portals),
    },
    due: {
      async [ERASE]() {
        const isMeant = () => {
          const lostConsentAt = recordIn(state)?.lostConsentAt;
          return lostConsentAt !== undefined && state.now() - lostConsentAt >= KEPT_MS;
        };
        if (isMeant()) {
          await eraseTwice([state.name], isMeant);
        }
      },
      async [REST]() {
        if (recordIn(state) === undefined) {
          await eraseAll([state.name], () => false); // else it was installed again
        }
      },
    },
  };
}
