/** `ctx.later`, served by the install's actor. */

import type { CapabilityRef } from '../../context/capability-ref.ts';
import type { LaterCall, LaterContext, LaterListOptions, LaterOptions, LaterReceipt } from '../../context/later.ts';
import type { LaterPut } from '../../protocol/later.ts';
import type { BoundInstall } from '../../protocol/install.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { readInput } from '../fields/input.ts';
import { toolOrCard } from '../request/find-capability.ts';

/** Returns the scheduled calls of the install. */
export function makeLater({ host, worker }: RequestContext, { id: install, portalId }: BoundInstall): LaterContext {
  const call = (method: string, args: unknown) => host.actor('InstallActor', install as string, method, args);
  async function later(
    capability: string | CapabilityRef,
    input: Readonly<Record<string, unknown>> = {},
    { id, after, at }: Partial<LaterOptions> = {},
  ): Promise<LaterReceipt> {
    const { kind = null, id: named } = typeof capability === 'string' ? { id: capability } : (capability ?? {});
    const found = toolOrCard(worker, named as string, kind as string | null);
    readInput({ capabilityId: found.id, fields: found.input }, input); // an invalid input must not fail later
    const target = { worker: worker.worker.name, kind: found.kind, capability: found.id, input, portalId };
    const args = { ...target, id, after, at: at?.valueOf(), token: crypto.randomUUID() } as LaterPut;
    return (await call('laterPut', args)) as LaterReceipt;
  }
  return Object.assign(later, {
    cancel: (id: string) => call('laterCancel', { id, call: crypto.randomUUID() }) as Promise<boolean>,
    list: ({ limit, after }: LaterListOptions = {}) => call('laterList', { limit, after }) as Promise<LaterCall[]>,
  });
}
