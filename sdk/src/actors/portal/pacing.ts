/**
 * The rate coordinator of a portal, which shares the CRM's budget among isolates (see
 * `crm/gate/portal-coordinator.ts`). Its state is in memory. After a restart within a few seconds, it grants few calls
 * until it has relearned its clients.
 *
 * Key: `pace`, the time of the last request, the end of the hold, and the end of the solo grant.
 */

import type { PaceClock } from '../../crm/gate/clock.ts';
import type { AcquireArguments, BudgetArguments, JoinArguments, SettleArguments } from '../../crm/gate/coordinator.ts';
import { PortalCoordinator, CLIENT_TIMEOUT_MS } from '../../crm/gate/portal-coordinator.ts';
import type { Bindings } from '../../platform/host.ts';
import type { ActorPart, ActorState, AppParts } from '../core/actor-part.ts';

const PACE = 'pace';

/** Interval at which the time of the last request is stored, in ms. */
const SAVE_INTERVAL_MS = 5_000;

/** Shortest hold that is stored at once, in ms, such as until the end of the day. The next save has shorter ones. */
const LONG_HOLD_MS = 10_000;

interface SavedState {
  readonly at: number;
  readonly heldUntil: number;
  readonly grantedUntil: number;
}

export function pacing({ store, now }: ActorState, _env: Bindings, { manifest }: AppParts): ActorPart {
  let coordinator: PortalCoordinator | undefined;
  let saved: SavedState = { at: -Infinity, heldUntil: 0, grantedUntil: 0 };

  const clock: PaceClock = {
    now,
    setTimeout: (wake, ms) => setTimeout(wake, ms),
    clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
  };

  function open(): PortalCoordinator {
    const found = store.get<SavedState>(PACE);
    const isSuccessor = found !== undefined && now() - found.at < CLIENT_TIMEOUT_MS;
    const opened = new PortalCoordinator({
      limits: manifest.app.rateLimits,
      clock,
      random: Math.random,
      isSuccessor,
      grantedUntil: found?.grantedUntil,
    });
    if (found !== undefined && found.heldUntil > now()) {
      opened.hold(found.heldUntil);
    }
    return opened;
  }

  function save({ heldUntil, grantedUntil }: PortalCoordinator): void {
    const isLongHold = heldUntil > Math.max(saved.heldUntil, now() + LONG_HOLD_MS);
    if (now() - saved.at >= SAVE_INTERVAL_MS || isLongHold || grantedUntil > saved.grantedUntil) {
      saved = { at: now(), heldUntil, grantedUntil };
      store.put(PACE, saved);
    }
  }

  async function call<T>(method: (coordinator: PortalCoordinator) => Promise<T>): Promise<T> {
    coordinator ??= open();
    save(coordinator);
    const result = await method(coordinator);
    save(coordinator);
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
