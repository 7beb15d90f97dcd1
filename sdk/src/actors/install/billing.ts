/**
 * The billing of an install: its snapshot, its meters, and the check before each dispatch. A dispatch reserves its
 * usage, so that concurrent dispatches cannot exceed the limit together. When it ends, completed work is counted and
 * failed work is released. A reservation that is not settled expires: its isolate died, and the platform delivers
 * again.
 *
 * Keys: `b/snapshot`, and those of billing-usage.ts and billing-reservations.ts. Due: `billing`.
 */

import type { AppBillingDeclaration, BillingMeter } from '../../declare/billing.ts';
import type { Bindings } from '../../platform/host.ts';
import { ActorError } from '../../protocol/actor.ts';
import type { ActorPart, ActorState, AppParts } from '../core/actor-part.ts';
import {
  type BillingSnapshot,
  type Denial,
  type Entitlement,
  entitled,
  limitReached,
  missingFeatures,
} from './billing-plan.ts';
import { type Reservation, type Reservations, reservationName, reservationsOf } from './billing-reservations.ts';
import { aggregate, type MeterCount, type Usage, usageOf } from './billing-usage.ts';

const SNAPSHOT = 'b/snapshot';

/** The purpose in the due table: expiry of reservations and counted keys. */
const SWEEP = 'billing';

/** Longest idempotency key, in UTF-16 units. It becomes part of a store key. */
const MAX_KEY = 256;

/** Longest reason of a credit, in UTF-16 units. */
const MAX_REASON = 500;

/** A dispatch that is about to run. */
export interface OpenArguments {
  readonly requires: readonly string[];
  readonly meter?: { readonly id: string; readonly quantity: number };
  /** Identifies the delivery. A repeated delivery has the same key. */
  readonly key: string;
  /** Identifies the dispatch. Each delivery with the same key has its own. Absent in calls of an older version. */
  readonly holder?: string;
  /** Whether the dispatch may be delivered again, so that its key is kept after it is counted. */
  readonly isDelivery: boolean;
  /** Whether a denied dispatch does not run. */
  readonly isBlocking: boolean;
}

export interface OpenResult {
  readonly denied?: Denial;
  /** The reservation to settle. */
  readonly reservation?: string;
}

/** The end of a dispatch that has a reservation. */
export interface SettleArguments {
  readonly reservation: string;
  /** As in OpenArguments. */
  readonly holder?: string;
  /** Whether its outcome was `ok`, so that it counts. */
  readonly isDone: boolean;
}

/** The arguments of `recordUsage` and `recordCredit`, not validated. */
export type RecordArguments = Readonly<Record<'meter' | 'quantity' | 'key' | 'reason', unknown>> & {
  readonly kind: 'usage' | 'credit';
};

/** The current billing of an install. */
export interface BillingView extends Pick<Entitlement, 'plan' | 'status' | 'features'> {
  /** Null if none is set, so that the default plan applies. */
  readonly snapshot: BillingSnapshot | null;
  readonly meters: Readonly<Record<string, MeterCount & { readonly limit: number | null; readonly reserved: number }>>;
}

class InstallBilling {
  readonly usage: Usage;
  readonly reservations: Reservations;
  readonly #state: ActorState;
  readonly #declared: AppBillingDeclaration | undefined;

  constructor(state: ActorState, declared: AppBillingDeclaration | undefined) {
    this.#state = state;
    this.#declared = declared;
    this.usage = usageOf(state, () => this.snapshot);
    this.reservations = reservationsOf(state);
  }

  get snapshot(): BillingSnapshot | undefined {
    return this.#state.store.get<BillingSnapshot>(SNAPSHOT);
  }

  get catalog(): AppBillingDeclaration {
    if (this.#declared === undefined) {
      throw new ActorError('not_available', 'the app worker has no billing catalog; deploy all workers');
    }
    return this.#declared;
  }

  get entitlement(): Entitlement {
    return entitled(this.catalog, this.snapshot);
  }

  meter(id: unknown): BillingMeter {
    const { meters } = this.catalog;
    const found = meters.find((meter) => meter.id === id);
    if (found === undefined) {
      const known = meters.map((meter) => meter.id).join(', ') || 'none';
      throw new ActorError('invalid_input', `unknown meter ${JSON.stringify(id)}: expected one of ${known}`);
    }
    return found;
  }

  open(asked: OpenArguments): OpenResult {
    const { entitlement } = this;
    const denied = missingFeatures(asked.requires, entitlement);
    if (denied !== undefined && asked.isBlocking) {
      return { denied };
    }
    return { ...this.#reserve(asked, entitlement), ...(denied !== undefined && { denied }) };
  }

  #reserve(
    { meter: asked, key, holder = '', isDelivery, isBlocking }: OpenArguments,
    entitlement: Entitlement,
  ): OpenResult {
    if (asked === undefined) {
      return {};
    }
    const meter = this.meter(asked.id);
    const quantity = quantityOf(asked.quantity);
    if (this.usage.isCounted('dispatch', meter, key)) {
      return {}; // a repeated delivery
    }
    const name = reservationName(meter, key);
    const isHeld = this.reservations.find(name) !== undefined;
    const denied = isHeld ? undefined : this.#full(meter, quantity, entitlement);
    if (denied !== undefined && isBlocking) {
      return { denied };
    }
    this.sweepAt(this.reservations.hold(name, holder, { meter: meter.id, quantity, key, isDelivery }));
    return { reservation: name, ...(denied !== undefined && { denied }) };
  }

  /** Returns the denial if the quantity would exceed the limit. Open reservations count only for sums. */
  #full(meter: BillingMeter, quantity: number, entitlement: Entitlement): Denial | undefined {
    const limit = entitlement.limit(meter.id);
    const others = meter.aggregation === 'sum' ? this.reservations.sum(meter) : 0;
    const isOver = limit !== null && aggregate(meter, this.usage.of(meter).used + others, quantity) > limit;
    return isOver ? limitReached(meter.id, limit, entitlement) : undefined;
  }

  count({ meter: id, quantity, key, isDelivery, begunAt }: Reservation): void {
    const meter = this.meter(id);
    this.usage.add(meter, quantity, begunAt);
    if (isDelivery) {
      this.sweepAt(this.usage.note('dispatch', meter, key, { quantity, at: this.#state.now() }));
    }
  }

  record({ kind, ...given }: RecordArguments): void {
    const { store, now } = this.#state;
    const meter = this.meter(given.meter);
    const quantity = quantityOf(given.quantity);
    const key = textOf('idempotencyKey', given.key, MAX_KEY);
    const why = {
      quantity,
      at: now(),
      ...(kind === 'credit' && { reason: textOf('reason', given.reason, MAX_REASON) }),
    };
    if (this.usage.isCounted(kind, meter, key)) {
      return;
    }
    store.transaction(() => {
      if (kind === 'credit') {
        this.usage.credit(meter, quantity);
      } else {
        this.usage.add(meter, quantity, now());
      }
      this.sweepAt(this.usage.note(kind, meter, key, why));
    });
  }

  view(): BillingView {
    const { plan, status, features, limit } = this.entitlement;
    const meters = this.catalog.meters.map((meter) => {
      const shown = { ...this.usage.of(meter), limit: limit(meter.id), reserved: this.reservations.sum(meter) };
      return [meter.id, shown] as const;
    });
    return { snapshot: this.snapshot ?? null, plan, status, features, meters: Object.fromEntries(meters) };
  }

  put(next: BillingSnapshot): void {
    const kept = this.snapshot;
    if (kept === undefined || next.version > kept.version) {
      this.#state.store.put(SNAPSHOT, next);
    } else if (JSON.stringify(next) !== JSON.stringify(kept)) {
      throw new ActorError(
        'version_conflict',
        next.version === kept.version
          ? `version ${kept.version} of the install's billing is already stored with different content`
          : `the stored version ${kept.version} of the install's billing is newer than ${next.version}`,
      );
    }
  }

  sweepAt(at: number): void {
    const { due } = this.#state;
    const set = due.get(SWEEP, '');
    if (set === undefined || at < set) {
      due.set(SWEEP, '', at);
    }
  }
}

export function billing(state: ActorState, _env: Bindings, { manifest }: AppParts): ActorPart {
  const { store, due } = state;
  const install = new InstallBilling(state, manifest.app.billing);
  return {
    methods: {
      /** Takes OpenArguments. Returns OpenResult. */
      billingOpen: (args) => install.open(args as OpenArguments),
      /** Takes SettleArguments. Counts completed work. Idempotent. */
      billingSettle(args) {
        const { reservation, holder = '', isDone } = args as SettleArguments;
        store.transaction(() => {
          const done = install.reservations.end(reservation, holder, isDone);
          if (done !== undefined) {
            install.count(done);
          }
        });
      },
      /** Takes RecordArguments. A key counts once per meter. */
      billingRecord: (args) => install.record(args as RecordArguments),
      /** Returns BillingView. */
      billingView: () => install.view(),
      /** Takes a BillingSnapshot that its route has validated. Idempotent. A different snapshot must be newer. */
      billingPut: (args) => install.put(args as BillingSnapshot),
    },
    due: {
      [SWEEP]() {
        const times = store.transaction(() => [install.reservations.expire(), install.usage.forget()]);
        const next = Math.min(...times.filter((at) => at !== undefined));
        if (next !== Infinity) {
          due.set(SWEEP, '', next);
        }
      },
    },
  };
}

function quantityOf(value: unknown): number {
  if (typeof value !== 'number' || !(value > 0 && value <= Number.MAX_SAFE_INTEGER)) {
    throw new ActorError(
      'invalid_input',
      `invalid quantity ${JSON.stringify(value)}: expected a finite number above 0`,
    );
  }
  return value;
}

function textOf(name: string, value: unknown, longest: number): string {
  if (typeof value !== 'string' || value === '' || value.length > longest) {
    const hint =
      name === 'reason'
        ? 'state why the usage is credited'
        : 'use the same key whenever you record the same usage again';
    throw new ActorError('invalid_input', `invalid ${name}: expected 1 to ${longest} characters; ${hint}`);
  }
  return value;
}
