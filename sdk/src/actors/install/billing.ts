/**
 * The billing of an install: its snapshot, what its meters count, and the gate that dispatches pass. A dispatch reserves
 * what it is about to use, so that others at the same time cannot pass the limit with it, and settles when it has ended:
 * what did its work is counted, what did not is released. A reservation that nobody settles is released after a while:
 * its isolate has died, nobody knows what became of the work, and the platform delivers again what was not answered.
 *
 * Keys: `b/snapshot`, `b/r/<meter>/<key>` a reservation, and those of billing-usage.ts. Due: `billing`.
 */

import type { BillingMeter } from '../../declare/billing.ts';
import type { Bindings } from '../../runtime/host.ts';
import { ActorError } from '../actor.ts';
import type { ActorPart, ActorState, AppParts } from '../actor-part.ts';
import { type BillingSnapshot, type Denial, type Entitlement, entitled, full, lacking } from './billing-plan.ts';
import { aggregate, type MeterCount, Usage } from './billing-usage.ts';

const SNAPSHOT = 'b/snapshot';
const RESERVED = 'b/r/';

/** The purpose in the due-table: reservations that expire, keys that are forgotten. */
const SWEEP = 'billing';

/** When a reservation expires, in milliseconds: longer than any handler may take (a sync has ten minutes). */
export const RESERVATION_MS = 900_000;

/** Longest key and reason that are taken, in UTF-16 units: keys become keys of the store. */
const MAX_KEY = 256;
const MAX_REASON = 500;

/** What a dispatch asks before it runs. */
export interface OpenArguments {
  readonly requires: readonly string[];
  readonly meter?: { readonly id: string; readonly quantity: number };
  /** The same whenever the same thing is delivered again. */
  readonly key: string;
  /** It may be delivered again: the key is remembered when it is counted. */
  readonly isDelivery: boolean;
  /** What is denied does not run. */
  readonly isBlocking: boolean;
}

export interface OpenResult {
  readonly denied?: Denial;
  /** What to settle. */
  readonly reservation?: string;
}

interface Reservation {
  readonly meter: string;
  readonly quantity: number;
  readonly key: string;
  readonly isDelivery: boolean;
  readonly begunAt: number;
  readonly until: number;
  /** How many deliveries of the same thing are running. */
  readonly holders: number;
}

/** What `recordUsage` and `recordCredit` send; none of it has been checked. */
export type RecordArguments = Readonly<Record<'meter' | 'quantity' | 'key' | 'reason', unknown>> & { readonly kind: 'usage' | 'credit' };

/** The install's billing as it is now. */
export interface BillingView extends Pick<Entitlement, 'plan' | 'status' | 'features'> {
  /** Null: none was put, and the catalog's default plan counts. */
  readonly snapshot: BillingSnapshot | null;
  readonly meters: Readonly<Record<string, MeterCount & { readonly limit: number | null; readonly reserved: number }>>;
}

export function billing(state: ActorState, _env: Bindings, { manifest }: AppParts): ActorPart {
  const { store, due, now } = state;
  const snapshot = () => store.get<BillingSnapshot>(SNAPSHOT);
  const usage = new Usage(state, snapshot);

  function catalog() {
    const { billing: declared } = manifest.app;
    if (declared === undefined) {
      throw new ActorError('not_available', 'the app declares no billing catalog; deploy all of its workers');
    }
    return declared;
  }

  function meterOf(id: unknown): BillingMeter {
    const { meters } = catalog();
    const found = meters.find((meter) => meter.id === id);
    if (found === undefined) {
      const known = meters.map((meter) => meter.id).join(', ') || 'none';
      throw new ActorError('invalid_input', `the billing catalog has no meter ${JSON.stringify(id)}; it has: ${known}`);
    }
    return found;
  }

  /** Those of the meter that count. */
  function reserved({ id }: BillingMeter): number {
    const all = store.list<Reservation>({ prefix: `${RESERVED}${encodeURIComponent(id)}/` });
    return all.reduce((sum, [, one]) => (one.until > now() ? sum + one.quantity : sum), 0);
  }

  function sweepAt(at: number): void {
    const set = due.get(SWEEP, '');
    if (set === undefined || at < set) {
      due.set(SWEEP, '', at);
    }
  }

  /** Whether one more would be over the limit. Only sums add up with what others have reserved. */
  function isOver(meter: BillingMeter, quantity: number, limit: number | null): boolean {
    const others = meter.aggregation === 'sum' ? reserved(meter) : 0;
    return limit !== null && aggregate(meter, usage.of(meter).used + others, quantity) > limit;
  }

  function reserve({ meter: asked, key, isDelivery, isBlocking }: OpenArguments, entitlement: Entitlement): OpenResult {
    if (asked === undefined) {
      return {};
    }
    const meter = meterOf(asked.id);
    const quantity = quantityOf(asked.quantity);
    if (usage.isCounted('dispatch', meter, key)) {
      return {}; // it is delivered again
    }
    const name = `${encodeURIComponent(meter.id)}/${key}`;
    const kept = store.get<Reservation>(RESERVED + name);
    const own = kept !== undefined && kept.until > now() ? kept : undefined;
    const limit = entitlement.limit(meter.id);
    const denied = own === undefined && isOver(meter, quantity, limit) ? full(meter.id, limit ?? 0, entitlement) : undefined;
    if (denied !== undefined && isBlocking) {
      return { denied };
    }
    const until = now() + RESERVATION_MS;
    const fresh = { meter: meter.id, quantity, key, isDelivery, begunAt: now() };
    store.put(RESERVED + name, { ...fresh, ...own, until, holders: (own?.holders ?? 0) + 1 } satisfies Reservation);
    sweepAt(until);
    return { reservation: name, ...(denied !== undefined && { denied }) };
  }

  function count({ meter: id, quantity, key, isDelivery, begunAt }: Reservation): void {
    const meter = meterOf(id);
    usage.add(meter, quantity, begunAt);
    if (isDelivery) {
      sweepAt(usage.note('dispatch', meter, key, { quantity, at: now() }));
    }
  }

  return {
    methods: {
      /** OpenArguments -> OpenResult. */
      billingOpen(args): OpenResult {
        const asked = args as OpenArguments;
        const entitlement = entitled(catalog(), snapshot());
        const denied = lacking(asked.requires, entitlement);
        return denied !== undefined && asked.isBlocking
          ? { denied }
          : { ...reserve(asked, entitlement), ...(denied !== undefined && { denied }) };
      },
      /** `{reservation, isDone}`: what did its work is counted. Once more does no harm. */
      billingSettle(args) {
        const { reservation, isDone } = args as { readonly reservation: string; readonly isDone: boolean };
        const kept = store.get<Reservation>(RESERVED + reservation);
        if (kept === undefined) {
          return;
        }
        if (!isDone && kept.holders > 1) {
          store.put(RESERVED + reservation, { ...kept, holders: kept.holders - 1 });
          return;
        }
        store.transaction(() => {
          store.delete(RESERVED + reservation);
          if (isDone) {
            count(kept);
          }
        });
      },
      /** RecordArguments. The same key counts once for each meter. */
      billingRecord(args) {
        const { kind, ...given } = args as RecordArguments;
        const meter = meterOf(given.meter);
        const quantity = quantityOf(given.quantity);
        const key = textOf('idempotencyKey', given.key, MAX_KEY);
        const reason = kind === 'credit' ? textOf('reason', given.reason, MAX_REASON) : undefined;
        if (usage.isCounted(kind, meter, key)) {
          return;
        }
        store.transaction(() => {
          if (kind === 'credit') {
            usage.credit(meter, quantity);
          } else {
            usage.add(meter, quantity, now());
          }
          sweepAt(usage.note(kind, meter, key, { quantity, at: now(), ...(reason !== undefined && { reason }) }));
        });
      },
      /** BillingView. */
      billingView(): BillingView {
        const { meters } = catalog();
        const { plan, status, features, limit } = entitled(catalog(), snapshot());
        const view = (meter: BillingMeter) => ({ ...usage.of(meter), limit: limit(meter.id), reserved: reserved(meter) });
        const shown = Object.fromEntries(meters.map((meter) => [meter.id, view(meter)]));
        return { snapshot: snapshot() ?? null, plan, status, features, meters: shown };
      },
      /** BillingSnapshot, checked by its route. The same once more does no harm; else it has to be newer. */
      billingPut(args) {
        const next = args as BillingSnapshot;
        const kept = snapshot();
        if (kept === undefined || next.version > kept.version) {
          store.put(SNAPSHOT, next);
        } else if (JSON.stringify(next) !== JSON.stringify(kept)) {
          const isSame = next.version === kept.version;
          const message = isSame
            ? `version ${kept.version} of the install's billing is kept already, with another content`
            : `version ${kept.version} of the install's billing is kept, which is newer than ${next.version}`;
          throw new ActorError('version_conflict', message);
        }
      },
    },
    due: {
      [SWEEP]() {
        const next = store.transaction(() => {
          const left = store.list<Reservation>({ prefix: RESERVED }).filter(([name, { until, meter }]) => {
            const isExpired = until <= now();
            if (isExpired) {
              store.delete(name);
              state.log('warn', 'a dispatch never said how it ended: its usage is not counted', { meter });
            }
            return !isExpired;
          });
          return Math.min(usage.forget() ?? Infinity, ...left.map(([, { until }]) => until));
        });
        if (next !== Infinity) {
          due.set(SWEEP, '', next);
        }
      },
    },
  };
}

function quantityOf(value: unknown): number {
  if (typeof value !== 'number' || !(value > 0 && value <= Number.MAX_SAFE_INTEGER)) {
    throw new ActorError('invalid_input', `the quantity must be a finite number above 0, not ${JSON.stringify(value)}`);
  }
  return value;
}

function textOf(name: string, value: unknown, longest: number): string {
  if (typeof value !== 'string' || value === '' || value.length > longest) {
    const hint = name === 'reason' ? 'it says why usage is taken back' : 'it is the same whenever the same thing is recorded again';
    throw new ActorError('invalid_input', `${name} must be a text of 1 to ${longest} characters: ${hint}`);
  }
  return value;
}
