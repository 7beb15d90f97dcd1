/** Checks a billing snapshot that somebody hands in, against the catalog and to the last member. Pure. */

import type { AppBillingDeclaration } from '../../declare/billing.ts';
import type { BillingSnapshot } from './billing-plan.ts';

/** What is wrong with a snapshot, and where: `limits.sends`. */
export class BillingFault extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(`${field} ${message}`);
    this.name = 'BillingFault';
    this.field = field;
  }
}

const STATUSES: readonly unknown[] = [
  'trialing',
  'active',
  'past_due',
  'canceled',
] satisfies BillingSnapshot['status'][];

const MEMBERS: readonly string[] = ['plan', 'status', 'periodStart', 'periodEnd', 'version', 'features', 'limits'];

/** A time in UTC that both engines read alike. */
const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/;

/** The snapshot that a JSON object is, its members in one order; throws a BillingFault for the first thing that is wrong. */
export function readBillingSnapshot(
  body: Readonly<Record<string, unknown>>,
  catalog: AppBillingDeclaration,
): BillingSnapshot {
  const { plan, status, version, features, limits } = body;
  for (const name of Object.keys(body)) {
    if (!MEMBERS.includes(name)) {
      throw new BillingFault(name, `is no member of a billing state: those are ${MEMBERS.join(', ')}`);
    }
  }
  known('plan', plan, catalog.plans);
  if (!STATUSES.includes(status)) {
    throw new BillingFault('status', `must be one of ${STATUSES.join(', ')}`);
  }
  if (!Number.isSafeInteger(version) || (version as number) < 0) {
    throw new BillingFault('version', 'must be a whole number that is not negative, and grows with each change');
  }
  return {
    plan: plan as string,
    status: status as BillingSnapshot['status'],
    ...readPeriod(body['periodStart'], body['periodEnd']),
    version: version as number,
    ...(features !== undefined && { features: readFeatures(features, catalog) }),
    ...(limits !== undefined && { limits: readLimits(limits, catalog) }),
  };
}

function known(field: string, id: unknown, declared: readonly { readonly id: string }[]): void {
  if (!declared.some((one) => one.id === id)) {
    const ids = declared.map((one) => one.id).join(', ') || 'none';
    throw new BillingFault(
      field,
      `is ${JSON.stringify(id) ?? 'missing'}, which the billing catalog does not have; it has: ${ids}`,
    );
  }
}

function readPeriod(start: unknown, end: unknown): Pick<BillingSnapshot, 'periodStart' | 'periodEnd'> {
  const periodStart = readTime('periodStart', start);
  const periodEnd = readTime('periodEnd', end);
  if (periodEnd !== null && (periodStart === null || periodEnd <= periodStart)) {
    throw new BillingFault('periodEnd', 'must be later than periodStart, or null for a period without an end');
  }
  return { periodStart, periodEnd };
}

function readTime(field: string, value: unknown): string | null {
  if (value === null) {
    return null;
  }
  const time = typeof value === 'string' && TIME.test(value) ? Date.parse(value) : NaN;
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== (value as string).slice(0, 10)) {
    throw new BillingFault(field, 'must be a time in UTC such as 2026-01-01T00:00:00Z, or null');
  }
  return new Date(time).toISOString();
}

function readFeatures(value: unknown, { features }: AppBillingDeclaration): readonly string[] {
  if (!Array.isArray(value)) {
    throw new BillingFault('features', 'must be a list of ids of features; leave it out for those of the plan');
  }
  value.forEach((id, i) => known(`features[${i}]`, id, features));
  return [...new Set(value as string[])].sort();
}

function readLimits(value: unknown, { meters }: AppBillingDeclaration): Readonly<Record<string, number | null>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BillingFault('limits', 'must be an object such as {"<meter>": 100}; leave it out for those of the plan');
  }
  const entries = Object.entries(value as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [meter, limit] of entries) {
    known(`limits.${meter}`, meter, meters);
    if (limit !== null && !(typeof limit === 'number' && limit >= 0 && limit <= Number.MAX_SAFE_INTEGER)) {
      throw new BillingFault(`limits.${meter}`, 'must be a number that is not negative, or null for no limit');
    }
  }
  return Object.fromEntries(entries) as Record<string, number | null>;
}
