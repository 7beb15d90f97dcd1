/** Rows of the roll-up: what became of the invocations that have their dimensions in common. Plain JSON data. */

import { merge, type Sketch, sketchOf } from './sketch.ts';

/** What a record is counted by. `outcome` is `backpressure` for a spent budget, which is a success and counted apart. */
export interface Dimensions {
  readonly deployId: string;
  readonly worker: string;
  readonly capabilityId: string;
  readonly kind: string;
  readonly surface: string;
  readonly outcome: string;
}

/** What a portal's actor is told of one invocation. */
export interface Entry extends Dimensions {
  /** When it began, in milliseconds since the epoch. */
  readonly at: number;
  readonly durationMs: number;
  readonly crmCalls: number;
  readonly crmWaitMs: number;
  readonly crm429: number;
  readonly errorFingerprint?: string;
}

/** The counts of a row; their number of invocations is that of the sketch. */
export interface Counts {
  readonly latency: Sketch;
  readonly crmCalls: number;
  readonly crmWaitMs: number;
  readonly crm429: number;
  /** How many errors there were by fingerprint. */
  readonly errors: Readonly<Record<string, number>>;
}

/** How many fingerprints a row keeps apart; the others are counted together. */
const MAX_FINGERPRINTS = 20;

/** Stands for the fingerprints that are not kept apart. */
export const OTHER_ERRORS = 'other';

export function countsOf({ durationMs, crmCalls, crmWaitMs, crm429, errorFingerprint }: Entry): Counts {
  const errors = errorFingerprint === undefined ? {} : { [errorFingerprint]: 1 };
  return { latency: sketchOf(durationMs), crmCalls, crmWaitMs, crm429, errors };
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

/** Longest dimension that is kept, in UTF-16 units: ids are declared, and shorter; a key has room for all of them. */
const MAX_DIMENSION = 128;

/** The dimensions as part of a key; rows with the same ones have the same text. */
export function groupKey(d: Dimensions): string {
  const all = [d.deployId, d.worker, d.capabilityId, d.kind, d.surface, d.outcome];
  return JSON.stringify(all.map((one) => one.slice(0, MAX_DIMENSION)));
}

/** The dimensions of a key. */
export function dimensionsOf(key: string): Dimensions {
  const [deployId = '', worker = '', capabilityId = '', kind = '', surface = '', outcome = ''] = JSON.parse(
    key,
  ) as string[];
  return { deployId, worker, capabilityId, kind, surface, outcome };
}

/** A span of time that rows are kept by, in milliseconds. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;

/** The beginning of the span that a time is in. */
export function startOf(at: number, span: number): number {
  return Math.floor(at / span) * span;
}
