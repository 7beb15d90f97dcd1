/** Runs one step of a sync, granted by the install's alarm. */

import { RouteError } from '../../platform/errors.ts';
import { ActorError } from '../../protocol/actor.ts';
import type { SyncStepArguments, SyncStepResult } from '../../protocol/sync.ts';
import type { Step } from '../../protocol/step.ts';
import { endInvocation, perform } from '../dispatch/dispatch.ts';
import { syncRunOf } from '../dispatch/sync-run.ts';
import { installFrom } from '../install/install.ts';
import { Invocation } from '../invocation/invocation.ts';
import { stepRequest } from './step.ts';

export const syncStep: Step = async (context, args): Promise<SyncStepResult> => {
  const { sync, install, grant } = args as SyncStepArguments;
  const capability = context.worker.syncs.get(sync);
  if (capability === undefined) {
    throw new ActorError('unknown_capability', `the worker has no sync ${JSON.stringify(sync)}; deploy it again`);
  }
  try {
    const url = `https://step.invalid/sync/${encodeURIComponent(sync)}/run`;
    const request = stepRequest(url, { install });
    const job = syncRunOf(context, capability, await installFrom(context, install), request, grant);
    const invocation = new Invocation(job);
    const performed = await perform(job, invocation);
    endInvocation(invocation, performed);
    const { outcome } = performed;
    const isGated = outcome.status === 'error' && outcome.code === 'billing_gated';
    if (isGated) {
      return { refused: { kind: 'ended', status: 'cancelled', message: outcome.message } };
    }
    // Billing was unavailable.
    const isUnavailable = outcome.status === 'retry-later' && performed.body['run'] === undefined;
    return isUnavailable ? { refused: { kind: 'stumbled', message: outcome.message } } : {};
  } catch (error) {
    if (error instanceof RouteError) {
      return { refused: { kind: 'ended', status: 'failed', message: error.message } };
    }
    throw error;
  }
};
