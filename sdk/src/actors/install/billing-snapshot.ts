import type { AppBillingDeclaration } from '../../declare/billing.ts';
import { SnapshotError } from '../../flags/validate.ts';
import type { BillingSnapshot } from './billing-plan.ts';

const STATUSES: readonly unknown[] = [
  'trialing',
  'active',
  'past_due',
  'canceled',
] satisfies BillingSnapshot['status'][];

const MEMBERS: readonly string[] = ['plan', 'status', 'periodStart', 'periodEnd', 'version', 'features', 'limits'];

/** A time in UTC that both engines parse alike. */
const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/;

/**
 * Returns the validated snapshot, with its members in a fixed order. Throws a SnapshotError for the first error.
 */
export function readBillingSnapshot(
  body: Readonly<Record<string, unknown>>,
  catalog: AppBillingDeclaration,
): BillingSnapshot {
  const { plan, status, version, features, limits } = body;
  for (const name of Object.keys(body)) {
    if (!MEMBERS.includes(name)) {
      throw new SnapshotError(name, `is not a member of a billing state: expected ${MEMBERS.join(', ')}`);
    }
  }
  requireDeclared('plan', plan, catalog.plans);
  if (!STATUSES.includes(status)) {
    throw new SnapshotError('status', `must be one of ${STATUSES.join(', ')}`);
  }
  if (!Number.isSafeInteger(version) || (version as number) < 0) {
    throw new SnapshotError('version', 'must be a whole number, 0 or greater, and grow with each change');
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

function requireDeclared(field: string, id: unknown, declared: readonly { readonly id: string }[]): void {
  if (!declared.some((one) => one.id === id)) {
    const ids = declared.map((one) => one.id).join(', ') || 'none';
    throw new SnapshotError(
      field,
      `is ${JSON.stringify(id) ?? 'missing'}, which is not in the billing catalog: expected one of ${ids}`,
    );
  }
}

function readPeriod(start: unknown, end: unknown): Pick<BillingSnapshot, 'periodStart' | 'periodEnd'> {
  const periodStart = readTime('periodStart', start);
  const periodEnd = readTime('periodEnd', end);
  if (periodEnd !== null && (periodStart === null || periodEnd <= periodStart)) {
    throw new SnapshotError('periodEnd', 'must be later than periodStart, or null for an open-ended period');
  }
  return { periodStart, periodEnd };
}

function readTime(field: string, value: unknown): string | null {
  if (value === null) {
    return null;
  }
  const time = typeof value === 'string' && TIME.test(value) ? Date.parse(value) : NaN;
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== (value as string).slice(0, 10)) {
    throw new SnapshotError(field, 'must be a time in UTC such as 2026-01-01T00:00:00Z, or null');
  }
  return new Date(time).toISOString();
}

function readFeatures(value: unknown, { features }: AppBillingDeclaration): readonly string[] {
  if (!Array.isArray(value)) {
    throw new SnapshotError('features', "must be a list of feature ids; omit it for the plan's features");
  }
  value.forEach((id, i) => requireDeclared(`features[${i}]`, id, features));
  return [...new Set(value as string[])].sort();
}

function readLimits(value: unknown, { meters }: AppBillingDeclaration): Readonly<Record<string, number | null>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new SnapshotError('limits', 'must be an object such as {"<meter>": 100}; omit it for the limits of the plan');
  }
  const entries = Object.entries(value as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [meter, limit] of entries) {
    requireDeclared(`limits.${meter}`, meter, meters);
    if (limit !== null && !(typeof limit === 'number' && limit >= 0 && limit <= Number.MAX_SAFE_INTEGER)) {
      throw new SnapshotError(`limits.${meter}`, 'must be a number, 0 or greater, or null for no limit');
    }
  }
  return Object.fromEntries(entries) as Record<string, number | null>;
}
