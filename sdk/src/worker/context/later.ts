/** `ctx.later`, served by the install's actor. */

import type { CapabilityRef } from '../../context/capability-ref.ts';
import type { LaterCall, LaterContext, LaterListOptions, LaterOptions, LaterReceipt } from '../../context/later.ts';
import { inputOf } from '../../platform/arguments.ts';
import type { LaterPut } from '../../protocol/later.ts';
import type { BoundInstall } from '../../protocol/install.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { readInput } from '../fields/input.ts';
import { toolOrCard } from '../request/find-capability.ts';
import { installCall, sent } from './actor-call.ts';

/** Returns the scheduled calls of the install. */
export function makeLater({ host, worker }: RequestContext, { id: install, portalId }: BoundInstall): LaterContext {
  const call = installCall(host, install as string);
  async function later(
    capability: string | CapabilityRef,
    input: Readonly<Record<string, unknown>> = {},
    options: Partial<LaterOptions> = {},
  ): Promise<LaterReceipt> {
    const { id, after, at } = inputOf(options, '{ after: "10m" }');
    const { kind = null, id: named } = typeof capability === 'string' ? { id: capability } : (capability ?? {});
    const found = toolOrCard(worker, named as string, kind as string | null);
    readInput({ capabilityId: found.id, fields: found.input }, input); // an invalid input must not fail later
    const target = { worker: worker.worker.name, kind: found.kind, capability: found.id, input, portalId };
    const time = { after: sent(after), at: at?.valueOf() } as Pick<LaterPut, 'after' | 'at'>;
    return (await call('laterPut', { ...target, ...time, id, token: crypto.randomUUID() })) as LaterReceipt;
  }
  return Object.assign(later, {
    cancel: (id: string) => call('laterCancel', { id, call: crypto.randomUUID() }) as Promise<boolean>,
    async list(options: LaterListOptions = {}) {
      const { limit, after } = inputOf(options, '{ limit: 10 }');
      return (await call('laterList', { limit: sent(limit), after })) as LaterCall[];
    },
  });
}
