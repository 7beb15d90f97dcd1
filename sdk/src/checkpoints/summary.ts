import { type Counts, type Dimensions, mergeCounts } from './row.ts';
import { EMPTY, quantile } from './sketch.ts';

/** A row of one portal and window. It combines all deploys and surfaces. */
export interface PlacedRow extends Pick<Dimensions, 'worker' | 'capabilityId' | 'kind' | 'outcome'> {
  readonly portal: string;
  readonly counts: Counts;
}

/** The dimensions to group by. */
export const GROUPINGS = ['capability', 'portal', 'outcome'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Percentiles and maximum of latencies, in milliseconds. */
export interface LatencySummary {
  readonly p50: number;
  readonly p90: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** Totals of a set of invocations. */
export interface Figures {
  /** Number of invocations. */
  readonly count: number;
  /** Number of invocations by outcome, without those in `backpressure`. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Number of successes that ended with an exhausted CRM budget. */
  readonly backpressure: number;
  readonly errors: number;
  readonly crmCalls: number;
  readonly crmWaitMs: number;
  readonly crm429: number;
  /** Null when there are no invocations. */
  readonly latencyMs: LatencySummary | null;
  /** Errors by fingerprint, most frequent first. */
  readonly errorFingerprints: readonly { readonly fingerprint: string; readonly count: number }[];
}

/** One group of a summary. */
export interface Group extends Figures {
  readonly key: Readonly<Record<string, string>>;
}

/** The outcomes that count as errors. */
const ERRORS: readonly string[] = ['error', 'timeout'];

/** Reports whether an outcome counts as an error. */
export function isError(outcome: string): boolean {
  return ERRORS.includes(outcome);
}

/** The outcome of a row that counts exhausted budgets. */
export const BACKPRESSURE = 'backpressure';

export function figuresOf(rows: readonly PlacedRow[]): Figures {
  const outcomes: Record<string, number> = {};
  let all: Counts = { latency: EMPTY, crmCalls: 0, crmWaitMs: 0, crm429: 0, errors: {} };
  for (const { outcome, counts } of rows) {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + counts.latency.count;
    all = mergeCounts(all, counts);
  }
  const { [BACKPRESSURE]: backpressure = 0, ...others } = outcomes;
  const errorFingerprints = Object.entries(all.errors)
    .map(([fingerprint, count]) => ({ fingerprint, count }))
    .sort((a, b) => b.count - a.count || (a.fingerprint < b.fingerprint ? -1 : 1));
  return {
    count: all.latency.count,
    outcomes: others,
    backpressure,
    errors: ERRORS.reduce((sum, outcome) => sum + (others[outcome] ?? 0), 0),
    crmCalls: all.crmCalls,
    crmWaitMs: all.crmWaitMs,
    crm429: all.crm429,
    latencyMs: latencyOf(all),
    errorFingerprints,
  };
}

function latencyOf({ latency }: Counts): LatencySummary | null {
  if (latency.count === 0) {
    return null;
  }
  const at = (q: number) => Math.round((quantile(latency, q) ?? 0) * 100) / 100;
  return { p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99), max: latency.max };
}

/** A filter of rows. `capability` is an id, or `<worker>/<id>` when the id is ambiguous. */
export interface Labels {
  readonly capability?: string;
  readonly kind?: string;
  readonly portal?: string;
}

/** Returns the rows that match the labels. */
export function narrow(rows: readonly PlacedRow[], labels: Labels): readonly PlacedRow[] {
  return rows.filter((row) => carries(row, labels));
}

/** Reports whether a row matches the labels. */
export function carries(
  row: Pick<PlacedRow, 'worker' | 'capabilityId' | 'kind' | 'portal'>,
  { capability, kind, portal }: Labels,
): boolean {
  return (
    (capability === undefined ||
      capability === row.capabilityId ||
      capability === `${row.worker}/${row.capabilityId}`) &&
    (kind === undefined || kind === row.kind) &&
    (portal === undefined || portal === row.portal)
  );
}

/** Returns the totals of each group, largest first. */
export function groupsOf(rows: readonly PlacedRow[], by: Grouping): readonly Group[] {
  const groups = new Map<string, { key: Group['key']; rows: PlacedRow[] }>();
  for (const row of rows) {
    const key = keyOf(row, by);
    const id = JSON.stringify(key);
    const group = groups.get(id) ?? { key, rows: [] };
    group.rows.push(row);
    groups.set(id, group);
  }
  return [...groups.values()]
    .map(({ key, rows: members }) => ({ key, ...figuresOf(members) }))
    .sort((a, b) => b.count - a.count || (JSON.stringify(a.key) < JSON.stringify(b.key) ? -1 : 1));
}

function keyOf({ worker, capabilityId, kind, portal, outcome }: PlacedRow, by: Grouping): Group['key'] {
  switch (by) {
    case 'capability':
      return { worker, capabilityId, kind };
    case 'portal':
      return { portal };
    case 'outcome':
      return { outcome };
  }
}
