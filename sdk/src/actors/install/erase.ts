/**
 * Erases an install: the data of its actor and of its portal's actor, the portal's checkpoints, and the index entry. It
 * runs on an operator's request, and 30 days after consent was revoked.
 *
 * Due: `eraseInstall`; `eraseRest` repeats it later, since workers that still have the install cached may write.
 */

import { projectName } from '../../platform/env.ts';
import type { Bindings } from '../../platform/host.ts';
import { STALE_MS, STATIC_INSTALL } from '../../protocol/install.ts';
import type { ActorPart, ActorState } from '../core/actor-part.ts';
import { wipe } from '../core/wipe.ts';
import { KEPT_MS, putRecord, recordIn } from './record.ts';

/** The purpose in the due table. */
export const ERASE = 'eraseInstall';

const REST = 'eraseRest';

/** Delay of the second erasure, in ms. By then workers' caches have expired, and their invocations have ended. */
const REST_MS = STALE_MS + 300_000;

/** Reports whether the install was erased, and workers may still write for it. */
function isErased(state: ActorState): boolean {
  return state.due.get(REST, '') !== undefined && recordIn(state) === undefined;
}

/**
 * Deletes what invocations recorded for the portal after the install was erased, before a new consent: the second
 * erasure leaves out an install that was made again.
 * @throws Error if the other actors do not answer; the consent is refused then
 */
export async function eraseLateRecords(state: ActorState, env: Bindings): Promise<void> {
  if (isErased(state)) {
    await erasePortal(state, env, state.name);
  }
}

/** Deletes what workers wrote after the install was erased, before a new consent makes it an install again. */
export function eraseLateWrites(state: ActorState): void {
  if (isErased(state)) {
    wipe(state.store);
  }
}

async function erasePortal(state: ActorState, env: Bindings, portal: string): Promise<void> {
  await state.actor('PortalActor', portal, 'eraseAll', null);
  await state.actor('ProjectActor', projectName(env), 'forgetPortal', { portal });
}

export function erase(state: ActorState, env: Bindings): ActorPart {
  const project = projectName(env);

  /**
   * Idempotent. Erases this actor last, so that a due entry that failed is repeated.
   * @param isStillDue called after the other actors are erased: the app may have been installed again meanwhile
   */
  async function eraseAll(portals: readonly string[], isStillDue: () => boolean): Promise<void> {
    for (const portal of portals) {
      await erasePortal(state, env, portal);
    }
    await state.actor('ProjectActor', project, 'forgetInstall', { id: state.name });
    const record = recordIn(state);
    if (record !== undefined && !isStillDue()) {
      putRecord(state, record); // the index entry was just deleted
      return;
    }
    wipe(state.store);
  }

  /** Schedules the second erasure. With static auth, the install continues at once, so later data is not erased. */
  function eraseLater(): void {
    if (state.name !== STATIC_INSTALL) {
      state.due.set(REST, '', state.now() + REST_MS);
    }
  }

  return {
    methods: {
      /** Takes `{portals}`: the names of the portal actors with the install's data. */
      async eraseAll(args) {
        const { portals } = args as { readonly portals: readonly string[] };
        wipe(state.store); // before the first await, since a consent may be given meanwhile, which stays
        eraseLater(); // in case another actor cannot be erased now
        await eraseAll(portals, () => false);
        eraseLater();
      },
    },
    due: {
      async [ERASE]() {
        const isStillDue = () => {
          const lostConsentAt = recordIn(state)?.lostConsentAt;
          return lostConsentAt !== undefined && state.now() - lostConsentAt >= KEPT_MS;
        };
        if (isStillDue()) {
          await eraseAll([state.name], isStillDue);
          eraseLater();
        }
      },
      async [REST]() {
        // With a record, the app was installed again.
        if (recordIn(state) === undefined) {
          await eraseAll([state.name], () => false);
        }
      },
    },
  };
}
