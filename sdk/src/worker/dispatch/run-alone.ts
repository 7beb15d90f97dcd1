import { Invocation } from '../invocation/invocation.ts';
import type { Dispatch } from '../invocation/job.ts';
import type { Outcome } from '../invocation/outcome.ts';
import { cardExtension } from './card-extension.ts';
import { endInvocation, perform } from './dispatch.ts';

/**
 * Runs a capability for a caller that reads its outcome, not a response.
 * @returns undefined if it returned a stream, which only a card can read
 * @throws RouteError if it cannot run, for example because of invalid input
 */
export async function runAlone(job: Dispatch): Promise<Outcome | undefined> {
  const invocation = new Invocation(job);
  const performed = await perform(job, invocation);
  endInvocation(invocation, performed);
  if (performed.stream === undefined) {
    return performed.outcome;
  }
  performed.stream.deadline.end();
  await cardExtension.part.abandon(performed.stream.reader, 'not called by a card');
  return undefined;
}
