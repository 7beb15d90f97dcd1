/** Failures of a project by fingerprint. Plain JSON data. */

import type { Entry, Failure } from './row.ts';

/** The failures with one fingerprint, without the last one. Times are milliseconds since the epoch. */
export interface FailureTotals {
  readonly fingerprint: string;
  /** The error's name and redacted message. */
  readonly name: string;
  readonly message: string;
  readonly count: number;
  /** When an invocation failed with it first, and last. */
  readonly first: number;
  readonly last: number;
  /** Where it failed last. */
  readonly worker: string;
  readonly capabilityId: string;
  readonly kind: string;
  readonly surface: string;
  readonly deployId: string;
  /** The portal of the last failure, or `none`. */
  readonly portal: string;
}

/** The failures with one fingerprint, and the last one of them. */
export interface FailureGroup {
  readonly totals: FailureTotals;
  readonly latest: Pick<Failure, 'invocation' | 'stack' | 'sources' | 'input'>;
}

/** Returns the group of one failed invocation, or undefined if no error was uncaught. */
export function failureOf(portal: string, entry: Entry): FailureGroup | undefined {
  const { errorFingerprint: fingerprint, failure, at, worker, capabilityId, kind, surface, deployId } = entry;
  if (fingerprint === undefined || failure === undefined) {
    return undefined;
  }
  const { name, message, invocation, stack, sources, input } = failure;
  const where = { worker, capabilityId, kind, surface, deployId, portal };
  return {
    totals: { fingerprint, name, message, count: 1, first: at, last: at, ...where },
    latest: { invocation, stack, sources, input },
  };
}

/** Adds up two groups with one fingerprint. The later failure is the last one. */
export function mergeFailures(a: FailureGroup, b: FailureGroup): FailureGroup {
  const late = b.totals.last >= a.totals.last ? b : a;
  const totals: FailureTotals = {
    ...late.totals,
    count: a.totals.count + b.totals.count,
    first: Math.min(a.totals.first, b.totals.first),
  };
  return { totals, latest: late.latest };
}
