/**
 * The billing of an install: its snapshot, what its meters count, and the gate that dispatches pass. A dispatch reserves
 * what it is about to use, so that others at the same time cannot pass the limit with it, and settles when it has ended:
 * what did its work is counted, what did not is released. A reservation that nobody settles is released after a while:
 * its isolate has died, nobody knows what became of the work, and the platform delivers again what was not answered.
 *
 * Keys: `b/snapshot`, and those of billing-usage.ts and billing-reservations.ts. Due: `billing`.
 */

import type { AppBillingDeclaration, BillingMeter } from '../../declare/billing.ts';
import type { Bindings } from '../../platform/host.ts';
import { ActorError } from '../../protocol/actor.ts';
import type { ActorPart, ActorState, AppParts } from '../core/actor-part.ts';
import { type BillingSnapshot, type Denial, type Entitlement, entitled, full, lacking } from './billing-plan.ts';
import { type Reservation, Reservations, reservationName } from './billing-reservations.ts';
import { aggregate, type MeterCount, Usage } from './billing-usage.ts';

const SNAPSHOT = 'b/snapshot';

/** The purpose in the due-table: reservations that expire, keys that are forgotten. */
const SWEEP = 'billing';

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

/** What `recordUsage` and `recordCredit` send; none of it has been checked. */
export type RecordArguments = Readonly<Record<'meter' | 'quantity' | 'key' | 'reason', unknown>> & {
  readonly kind: 'usage' | 'credit';
};

/** The install's billing as it is now. */
export interface BillingView extends Pick<Entitlement, 'plan' | 'status' | 'features'> {
  /** Null: none was put, and the catalog's default plan counts. */
  readonly snapshot: BillingSnapshot | null;
  readonly meters: Readonly<Record<string, MeterCount & { readonly limit: number | null; readonly reserved: number }>>;
}

/** The meters, plans and counts of one install. */
class InstallBilling {
  readonly usage: Usage;
  readonly reservations: Reservations;
  readonly #state: ActorState;
  readonly #declared: AppBillingDeclaration | undefined;

  constructor(state: ActorState, declared: AppBillingDeclaration | undefined) {
    this.#state = state;
    this.#declared = declared;
    this.usage = new Usage(state, () => this.snapshot);
    this.reservations = new Reservations(state);
  }

  get snapshot(): BillingSnapshot | undefined {
    return this.#state.store.get<BillingSnapshot>(SNAPSHOT);
  }

  get catalog(): AppBillingDeclaration {
    if (this.#declared === undefined) {
      throw new ActorError('not_available', 'the app declares no billing catalog; deploy all of its workers');
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
      throw new ActorError('invalid_input', `the billing catalog has no meter ${JSON.stringify(id)}; it has: ${known}`);
    }
    return found;
  }

  open(asked: OpenArguments): OpenResult {
    const { entitlement } = this;
    const denied = lacking(asked.requires, entitlement);
    if (denied !== undefined && asked.isBlocking) {
      return { denied };
    }
    return { ...this.#reserve(asked, entitlement), ...(denied !== undefined && { denied }) };
  }

  #reserve({ meter: asked, key, isDelivery, isBlocking }: OpenArguments, entitlement: Entitlement): OpenResult {
    if (asked === undefined) {
      return {};
    }
    const meter = this.meter(asked.id);
    const quantity = quantityOf(asked.quantity);
    if (this.usage.isCounted('dispatch', meter, key)) {
      return {}; // it is delivered again
    }
    const name = reservationName(meter, key);
    const isHeld = this.reservations.find(name) !== undefined;
    const denied = isHeld ? undefined : this.#full(meter, quantity, entitlement);
    if (denied !== undefined && isBlocking) {
      return { denied };
    }
    this.sweepAt(this.reservations.hold(name, { meter: meter.id, quantity, key, isDelivery }));
    return { reservation: name, ...(denied !== undefined && { denied }) };
  }

  /** The denial of one more that would be over the limit. Only sums add up with what others have reserved. */
  #full(meter: BillingMeter, quantity: number, entitlement: Entitlement): Denial | undefined {
    const limit = entitlement.limit(meter.id);
    const others = meter.aggregation === 'sum' ? this.reservations.sum(meter) : 0;
    const isOver = limit !== null && aggregate(meter, this.usage.of(meter).used + others, quantity) > limit;
    return isOver ? full(meter.id, limit, entitlement) : undefined;
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
      const which = `version ${kept.version} of the install's billing is kept`;
      const isSame = next.version === kept.version;
      throw new ActorError(
        'version_conflict',
        `${which}${isSame ? ' already, with another content' : `, which is newer than ${next.version}`}`,
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
      /** OpenArguments -> OpenResult. */
      billingOpen: (args) => install.open(args as OpenArguments),
      /** `{reservation, isDone}`: what did its work is counted. Once more does no harm. */
      billingSettle(args) {
        const { reservation, isDone } = args as { readonly reservation: string; readonly isDone: boolean };
        store.transaction(() => {
          const done = install.reservations.end(reservation, isDone);
          if (done !== undefined) {
            install.count(done);
          }
        });
      },
      /** RecordArguments. The same key counts once for each meter. */
      billingRecord: (args) => install.record(args as RecordArguments),
      /** BillingView. */
      billingView: () => install.view(),
      /** BillingSnapshot, checked by its route. The same once more does no harm; else it has to be newer. */
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
    throw new ActorError('invalid_input', `the quantity must be a finite number above 0, not ${JSON.stringify(value)}`);
  }
  return value;
}

function textOf(name: string, value: unknown, longest: number): string {
  if (typeof value !== 'string' || value === '' || value.length > longest) {
    const hint =
      name === 'reason'
        ? 'it says why usage is taken back'
        : 'it is the same whenever the same thing is recorded again';
    throw new ActorError('invalid_input', `${name} must be a text of 1 to ${longest} characters: ${hint}`);
  }
  return value;
}
