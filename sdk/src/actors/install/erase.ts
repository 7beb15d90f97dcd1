/**
 * Erases an install: all that its actor and the actor of its portal hold, what the project counts of its portal, and its
 * place in the index. At once when the project's own tools say so, and 30 days after the CRM has taken back its consent.
 *
 * Due: `eraseInstall`.
 */

import { projectName } from '../../runtime/auth/grant.ts';
import type { Bindings } from '../../runtime/host.ts';
import type { ActorPart, ActorState } from '../actor-part.ts';
import { wipe } from '../wipe.ts';
import { KEPT_MS, recordIn } from './record.ts';

/** The purpose in the due-table. */
export const ERASE = 'eraseInstall';

export function erase(state: ActorState, env: Bindings): ActorPart {
  const project = projectName(env);
  /** Can be repeated: what is erased already is erased again. The own state goes last, so that a failure is known. */
  async function eraseAll(portals: readonly string[]): Promise<void> {
    for (const portal of portals) {
      await state.actor('PortalActor', portal, 'eraseAll', null);
      await state.actor('ProjectActor', project, 'forgetPortal', { portal });
    }
    await state.actor('ProjectActor', project, 'forgetInstall', { id: state.name });
    wipe(state.store);
  }
  return {
    methods: {
      /** `portals`: the names of the actors that hold what belongs to its portal. */
      async eraseAll(args) {
        await eraseAll((args as { readonly portals: readonly string[] }).portals);
      },
    },
    due: {
      async [ERASE]() {
        const lostConsentAt = recordIn(state)?.lostConsentAt;
        if (lostConsentAt !== undefined && state.now() - lostConsentAt >= KEPT_MS) {
          await eraseAll([state.name]);
        }
      },
    },
  };
}
