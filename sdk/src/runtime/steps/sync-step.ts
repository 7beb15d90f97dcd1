/** The step of schedules: one run of a sync for one install. */

import { ActorError } from '../../actors/actor.ts';
import type { SyncRunStatus } from '../../actors/install/runs.ts';
import { endInvocation, perform } from '../dispatch.ts';
import { Refusal } from '../errors.ts';
import { installFrom } from '../install.ts';
import { Invocation } from '../invocation.ts';
import type { Outcome } from '../outcome.ts';
import { syncRunOf } from '../sync-run.ts';
import type { Step } from './step.ts';
import { stepRequest } from './step-request.ts';

export interface SyncStepArguments {
  readonly sync: string;
  /** The install as its own actor knows it. */
  readonly install: { readonly id: string; readonly portalId: number | null };
}

export interface SyncStepResult {
  /** Absent: it did not run, for the reason that `refused` names. */
  readonly run?: { readonly id: string; readonly status: SyncRunStatus };
  /** A code of `svc explain`, such as `sync_already_running`. */
  readonly refused?: string;
  /** When a run that waits wants to be called again, in milliseconds since the epoch. */
  readonly again?: number;
}

export const syncStep: Step = async (place, args): Promise<SyncStepResult> => {
  const { sync, install } = args as SyncStepArguments;
  const capability = place.site.syncs.get(sync);
  if (capability === undefined) {
    throw new ActorError('unknown_capability', `the worker has no sync ${JSON.stringify(sync)}; deploy it again`);
  }
  try {
    const url = `https://step.invalid/sync/${encodeURIComponent(sync)}/run`;
    const job = syncRunOf(place, capability, await installFrom(place, install), stepRequest(url, { install }));
    const invocation = new Invocation(job);
    const performed = await perform(job, invocation);
    endInvocation(invocation, performed);
    const run = performed.body['run'] as SyncStepResult['run'];
    if (run === undefined) {
      const { outcome } = performed;
      return { refused: outcome.status === 'error' ? outcome.code : outcome.status }; // its gate was shut, or its end could not be noted
    }
    const seconds = waitOf(performed.outcome);
    return seconds === undefined ? { run } : { run, again: place.host.now() + seconds * 1000 };
  } catch (error) {
    if (error instanceof Refusal) {
      return { refused: error.code };
    }
    throw error;
  }
};

/** The seconds that the sync asked to wait. Without a number its next schedule is soon enough. */
function waitOf(outcome: Outcome): number | undefined {
  const seconds = 'retryAfterSeconds' in outcome ? outcome.retryAfterSeconds : undefined;
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}
