/**
 * The rate coordinator of a portal, which shares the CRM's budget among isolates (see
 * `crm/gate/portal-coordinator.ts`). Its state is in memory. After a restart within a few seconds, it grants few calls
 * until it has relearned its clients.
 *
 * Key: `pace`, the time of the last request, the end of the hold, and the end of the solo grant.
 */

import type { PaceClock } from '../../crm/gate/clock.ts';
import type { AcquireArguments, BudgetArguments, JoinArguments, SettleArguments } from '../../crm/gate/coordinator.ts';
import { type CoordinatorState, PortalCoordinator } from '../../crm/gate/portal-coordinator.ts';
import type { Bindings } from '../../platform/host.ts';
import type { ActorPart, ActorState, AppParts } from '../core/actor-part.ts';

const PACE = 'pace';

/** Interval at which the time of the last request is stored, in ms. */
const SAVE_INTERVAL_MS = 5_000;

export function pacing({ store, now }: ActorState, _env: Bindings, { manifest }: AppParts): ActorPart {
  let coordinator: PortalCoordinator | undefined;
  let saved: CoordinatorState = { at: -Infinity, heldUntil: 0, grantedUntil: 0 };

  const clock: PaceClock = {
    now,
    setTimeout: (wake, ms) => setTimeout(wake, ms),
    clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
  };

  async function call<T>(method: (coordinator: PortalCoordinator) => Promise<T>): Promise<T> {
    coordinator ??= new PortalCoordinator({
      limits: manifest.app.rateLimits,
      clock,
      random: Math.random,
      before: store.get<CoordinatorState>(PACE),
    });
    const result = await method(coordinator);
    const { state } = coordinator;
    const { at, heldUntil, grantedUntil } = saved;
    if (state.at - at >= SAVE_INTERVAL_MS || state.heldUntil > heldUntil || state.grantedUntil > grantedUntil) {
      saved = state;
      store.put(PACE, saved);
    }
    return result;
  }

  return {
    methods: {
      paceJoin: (args) => call((it) => it.join(args as JoinArguments)),
      paceAcquire: (args) => call((it) => it.acquire(args as AcquireArguments)),
      paceSettle: (args) => call((it) => it.settle(args as SettleArguments)),
      paceBudget: (args) => call((it) => it.budget(args as BudgetArguments)),
    },
  };
}
