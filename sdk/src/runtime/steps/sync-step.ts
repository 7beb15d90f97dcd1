/** The step of schedules: one run of a sync for one install. */

import { ActorError } from '../../actors/actor.ts';
import type { SyncRunStatus } from '../../actors/install/runs.ts';
import { endInvocation, perform } from '../dispatch.ts';
import { Refusal } from '../errors.ts';
import { installFrom } from '../install.ts';
import { Invocation } from '../invocation.ts';
import type { Step } from '../steps.ts';
import { startSync } from '../sync-run.ts';
import { stepRequest } from './step-request.ts';

export interface SyncStepArguments {
  readonly sync: string;
  /** As a granted request names it, such as `{"id": "static"}` or `{"portalId": 7}`. */
  readonly install: unknown;
}

export interface SyncStepResult {
  /** Absent: it did not run, for the reason that `refused` names. */
  readonly run?: { readonly id: string; readonly status: SyncRunStatus };
  /** A code of `svc explain`, such as `sync_already_running`. */
  readonly refused?: string;
}

export const syncStep: Step = async (place, args): Promise<SyncStepResult> => {
  const { sync, install } = args as SyncStepArguments;
  const capability = place.site.syncs.get(sync);
  if (capability === undefined) {
    throw new ActorError('unknown_capability', `the worker has no sync ${JSON.stringify(sync)}; deploy it again`);
  }
  try {
    const url = `https://step.invalid/sync/${encodeURIComponent(sync)}/run`;
    const job = await startSync(place, capability, await installFrom(place, install), stepRequest(url, { install }));
    const invocation = new Invocation(job);
    const performed = await perform(job, invocation);
    endInvocation(invocation, performed);
    return { run: performed.body['run'] as NonNullable<SyncStepResult['run']> };
  } catch (error) {
    if (error instanceof Refusal) {
      return { refused: error.code };
    }
    throw error;
  }
};
