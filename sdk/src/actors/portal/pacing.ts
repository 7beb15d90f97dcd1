/**
 * The desk of a portal: its isolates share the budget of the CRM here (see `crm/gate/desk.ts`). What it knows is in
 * memory; a desk that follows another one within a few seconds lends little until it has learned again.
 *
 * Keys: `pace`, when it was last asked, until when everything is held, and until when an isolate may gate by itself.
 */

import type { PaceClock } from '../../crm/gate/clock.ts';
import type { AcquireArguments, JoinArguments, SettleArguments } from '../../crm/gate/coordinator.ts';
import { PortalCoordinator, CLIENT_TIMEOUT_MS } from '../../crm/gate/portal-coordinator.ts';
import type { Bindings } from '../../platform/host.ts';
import type { ActorPart, ActorState, AppParts } from '../core/actor-part.ts';

const PACE = 'pace';

/** How often it is written down that the desk is in use, in milliseconds. */
const NOTE_MS = 5_000;

/** Holds that are worth to be written down last longer than this, in milliseconds: the day's end, for one. */
const LONG_HOLD_MS = 10_000;

interface Note {
  readonly at: number;
  readonly heldUntil: number;
  readonly grantedUntil: number;
}

export function pacing({ store, now }: ActorState, _env: Bindings, { manifest }: AppParts): ActorPart {
  let desk: PortalCoordinator | undefined;
  let noted: Note = { at: -Infinity, heldUntil: 0, grantedUntil: 0 };

  const clock: PaceClock = {
    now,
    setTimeout: (wake, ms) => setTimeout(wake, ms),
    clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
  };

  function open(): PortalCoordinator {
    const found = store.get<Note>(PACE);
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

  function note(): void {
    const { heldUntil: held, grantedUntil } = desk as PortalCoordinator;
    const heldUntil = held > now() + LONG_HOLD_MS ? held : 0;
    if (now() - noted.at >= NOTE_MS || heldUntil > noted.heldUntil || grantedUntil > noted.grantedUntil) {
      noted = { at: now(), heldUntil, grantedUntil };
      store.put(PACE, noted);
    }
  }

  async function ask<T>(question: (desk: PortalCoordinator) => Promise<T>): Promise<T> {
    desk ??= open();
    note();
    const answer = await question(desk);
    note();
    return answer;
  }

  return {
    methods: {
      paceJoin: (args) => ask((it) => it.join(args as JoinArguments)),
      paceAcquire: (args) => ask((it) => it.acquire(args as AcquireArguments)),
      paceSettle: (args) => ask((it) => it.settle(args as SettleArguments)),
    },
  };
}
