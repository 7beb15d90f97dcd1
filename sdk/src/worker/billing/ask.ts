/** Calls the actor that keeps the billing of an install. */

import { TIMED_OUT, withinLimit } from '../../platform/deadline.ts';
import { binding } from '../../platform/env.ts';
import { type BoundInstall, STATIC_INSTALL } from '../../protocol/install.ts';
import type { RequestContext } from '../../protocol/request-context.ts';

/** Time limit of a call, in ms. */
const WAIT_MS = 3_000;

/** Reports whether billing applies: the deploy is linked and its app declares a catalog. */
export function isBilled({ worker, env }: RequestContext): boolean {
  return worker.app.billing !== undefined && binding(env, 'SVC_PROJECT_ID') !== undefined;
}

/** Returns the install to bill, or undefined. A webhook delivery names no install, but its portal has one. */
export function billedInstall({ worker }: RequestContext, { id, portalId }: BoundInstall): string | undefined {
  return id ?? (worker.app.auth === 'static' ? STATIC_INSTALL : portalId === null ? undefined : String(portalId));
}

/** Calls a method of the install's actor. Rejects after 3 s. */
export async function ask({ host }: RequestContext, install: string, method: string, args: unknown): Promise<unknown> {
  const answer = await withinLimit(WAIT_MS, host.now(), () => host.actor('InstallActor', install, method, args));
  if (answer === TIMED_OUT) {
    throw new Error(`the install's billing did not respond within ${WAIT_MS / 1000} seconds`);
  }
  return answer;
}
