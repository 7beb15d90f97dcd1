/** Rows of the roll-up: counts of the invocations with the same dimensions. Plain JSON data. */

import { merge, type Sketch, sketchOf } from './sketch.ts';

/** The dimensions of a row. The outcome `backpressure` is a success that ended with an exhausted budget. */
export interface Dimensions {
  readonly deployId: string;
  readonly worker: string;
  readonly capabilityId: string;
  readonly kind: string;
  readonly surface: string;
  readonly outcome: string;
}

/** The uncaught error of an invocation, redacted. */
export interface Failure {
  /** The id of the invocation, as in its log lines. */
  readonly invocation: string;
  readonly name: string;
  readonly message: string;
  /** The engine's stack trace. */
  readonly stack: string;
  /** Digests of the project's files in `stack` by path, if the host knows the source. */
  readonly sources?: Readonly<Record<string, string>> | undefined;
  /** The input as JSON text; its start if it is too long to keep. Absent if the invocation had none. */
  readonly input?: string | undefined;
}

/** One invocation, as it is reported to the portal's actor. */
export interface Entry extends Dimensions {
  /** Start time, in milliseconds since the epoch. */
  readonly at: number;
  readonly durationMs: number;
  readonly crmCalls: number;
  readonly crmWaitMs: number;
  readonly crm429: number;
  readonly errorFingerprint?: string;
  readonly failure?: Failure | undefined;
}

/** The counts of a row. The count of the sketch is the number of invocations. */
export interface Counts {
  readonly latency: Sketch;
  readonly crmCalls: number;
  readonly crmWaitMs: number;
  readonly crm429: number;
  /** Number of errors by fingerprint. */
  readonly errors: Readonly<Record<string, number>>;
}

/** Fingerprints per row. Further ones are counted as `OTHER_ERRORS`. */
const MAX_FINGERPRINTS = 20;

/** The fingerprint of all errors beyond the limit. */
const OTHER_ERRORS = 'other';

/** Returns the counts of the entries of one row. */
export function countsOf(entries: readonly Entry[]): Counts {
  let [crmCalls, crmWaitMs, crm429] = [0, 0, 0];
  let errors: Counts['errors'] = {};
  for (const entry of entries) {
    crmCalls += entry.crmCalls;
    crmWaitMs += entry.crmWaitMs;
    crm429 += entry.crm429;
    if (entry.errorFingerprint !== undefined) {
      errors = mergeErrors(errors, { [entry.errorFingerprint]: 1 });
    }
  }
  return { latency: sketchOf(entries.map(({ durationMs }) => durationMs)), crmCalls, crmWaitMs, crm429, errors };
}

export function mergeCounts(a: Counts, b: Counts): Counts {
  return {
    latency: merge(a.latency, b.latency),
    crmCalls: a.crmCalls + b.crmCalls,
    crmWaitMs: a.crmWaitMs + b.crmWaitMs,
    crm429: a.crm429 + b.crm429,
    errors: mergeErrors(a.errors, b.errors),
  };
}

function mergeErrors(a: Counts['errors'], b: Counts['errors']): Counts['errors'] {
  const all: Record<string, number> = { ...a };
  for (const [fingerprint, count] of Object.entries(b)) {
    const isKnown = all[fingerprint] !== undefined || Object.keys(all).length < MAX_FINGERPRINTS;
    const name = isKnown ? fingerprint : OTHER_ERRORS;
    all[name] = (all[name] ?? 0) + count;
  }
  return all;
}

/** Length of a dimension in a key, in UTF-16 units. Longer ones are cut, so that a key has room for all. */
const MAX_DIMENSION = 128;

/** Returns the dimensions as text, for a key of the store. */
export function groupKey(d: Dimensions): string {
  const all = [d.deployId, d.worker, d.capabilityId, d.kind, d.surface, d.outcome];
  return JSON.stringify(all.map((one) => one.slice(0, MAX_DIMENSION)));
}

/** Returns the dimensions of a text made by `groupKey`. */
export function dimensionsOf(key: string): Dimensions {
  const [deployId = '', worker = '', capabilityId = '', kind = '', surface = '', outcome = ''] = JSON.parse(
    key,
  ) as string[];
  return { deployId, worker, capabilityId, kind, surface, outcome };
}

/** Length of a row's span, in milliseconds. */
export const MINUTE_MS = 60_000;
/** Length of an older row's span, in milliseconds. */
export const HOUR_MS = 3_600_000;

/** Returns the start of the span that contains a time. */
export function startOf(at: number, span: number): number {
  return Math.floor(at / span) * span;
}
