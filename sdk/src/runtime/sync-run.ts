/** Runs a sync for one install, whoever asks for it: one run at a time, with a record that says how it ended. */

import { isActorError } from '../actors/actor.ts';
import type { SyncName, SyncRunStatus } from '../actors/install/runs.ts';
import type { SyncDefinition } from '../declare/sync.ts';
import type { RawRequest } from './auth/signature-v3.ts';
import { BUDGET_MS } from './budget.ts';
import { NO_OBJECT } from './context.ts';
import type { Dispatch } from './job.ts';
import { Refusal } from './errors.ts';
import type { BoundInstall } from './install.ts';
import type { Outcome } from './outcome.ts';
import type { Place } from './site.ts';
import { unavailable } from './unavailable.ts';

/** How long after its budget a run that nobody ended still keeps others out, in milliseconds. */
const GRACE_MS = 60_000;

/**
 * The dispatch of one run: it takes the sync's lease when it begins, and gives it back when it has ended. It refuses to
 * begin, with nothing done, when the sync runs already or cannot run.
 */
export function syncRunOf(place: Place, sync: SyncDefinition, install: BoundInstall, request: RawRequest): Dispatch {
  const id = crypto.randomUUID();
  const run: SyncName & { readonly id: string } = { worker: place.site.worker.name, sync: sync.id, id };
  const call = (method: string, args: object) =>
    place.host.actor('InstallActor', install.id ?? '', method, { ...run, ...args });
  return {
    place,
    capability: sync,
    surface: 'sync',
    input: {},
    request,
    install,
    enrolledObject: NO_OBJECT,
    members: () => ({ sync: unavailable('ctx.sync') }),
    async begin() {
      refuseWhatCannotRun(sync, install);
      try {
        await call('runStart', { leaseMs: BUDGET_MS.sync + GRACE_MS });
      } catch (error) {
        const isRunning = isActorError(error) && error.code === 'sync_already_running';
        throw isRunning ? new Refusal('sync_already_running', error.message, { capabilityId: sync.id }) : error;
      }
    },
    async conclude(outcome) {
      const end = runEnd(outcome, place.host.now());
      await call('runEnd', end);
      return { id, status: end.status };
    },
  };
}

/** A row without the property that its key goes to would be a new record on each run: nothing is written then. */
function refuseWhatCannotRun({ id, source, idProperty }: SyncDefinition, install: BoundInstall): void {
  if (install.id === null) {
    throw new Refusal('install_not_found', 'a sync runs for an install, and the request names none');
  }
  if (source === undefined) {
    return;
  }
  if (typeof idProperty !== 'string' || idProperty === '') {
    const message = `the sync ${JSON.stringify(id)} has a source and no idProperty, so its rows could not be told apart; nothing was written`;
    throw new Refusal('missing_id_property', message, { capabilityId: id });
  }
  const message = `the sync ${JSON.stringify(id)} has a source, and this version does not run such syncs yet; nothing was written`;
  throw new Refusal('not_available', message, { capabilityId: id });
}

interface RunEnd {
  readonly status: SyncRunStatus;
  readonly message?: string;
  readonly waitsUntil?: number;
}

function runEnd(outcome: Outcome, now: number): RunEnd {
  switch (outcome.status) {
    case 'ok':
      return { status: 'succeeded' };
    case 'backpressure':
      return { status: 'waiting', waitsUntil: now + outcome.retryAfterSeconds * 1000 };
    case 'retry-later': {
      const { message, retryAfterSeconds: wait } = outcome;
      const isTime = typeof wait === 'number' && Number.isFinite(wait) && wait >= 0;
      return { status: 'waiting', message, ...(isTime && { waitsUntil: now + wait * 1000 }) };
    }
    case 'block':
      return { status: 'cancelled', message: outcome.message };
    default:
      return { status: 'failed', message: outcome.message };
  }
}
