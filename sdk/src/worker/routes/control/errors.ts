/** /_svc/control/errors: lists and shows the uncaught errors of invocations by fingerprint. */

import type { FailureGroup, FailureTotals } from '../../../checkpoints/failure.ts';
import { projectName } from '../../../platform/env.ts';
import { RouteError, json } from '../../../platform/errors.ts';
import { outgoingText } from '../../../platform/outgoing.ts';
import type { AppCall } from '../../request/route.ts';

/** GET /_svc/control/errors -> {ok, errors}, the last one first */
export async function listErrors({ host, env }: AppCall): Promise<Response> {
  const errors = (await host.actor('ProjectActor', projectName(env), 'failureList', null)) as FailureTotals[];
  return json(200, { ok: true, errors: errors.map((one) => ({ ...one, message: outgoingText(one.message) })) });
}

/** GET /_svc/control/errors/{fingerprint} -> {ok, failure}, with the invocation, stack and input of the last failure */
export async function showError({ host, env, id }: AppCall): Promise<Response> {
  const args = { fingerprint: id };
  const found = (await host.actor('ProjectActor', projectName(env), 'failureShow', args)) as FailureGroup | null;
  if (found === null) {
    throw new RouteError('unknown_failure', `the project has no failure with the fingerprint ${JSON.stringify(id)}`);
  }
  const { totals, latest } = found;
  const { stack, input, ...rest } = latest;
  const message = outgoingText(totals.message);
  const failure = { ...totals, ...rest, message, stack: outgoingText(stack), input: input && outgoingText(input) };
  return json(200, { ok: true, failure });
}
