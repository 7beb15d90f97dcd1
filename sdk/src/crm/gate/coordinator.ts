/**
 * What the isolates of one portal agree on, so that together they keep within one budget: the port that a pacer asks
 * before a call leaves. Types only; whoever stands behind it has a gate of its own for the portal. Everything that
 * passes here is plain data.
 */

import type { CrmFamily } from './isolate.ts';
import type { RateReport } from './rate-headers.ts';

/** Which isolate asks, and for which budget. */
export interface Member {
  readonly portal: string;
  /** A name that no other isolate has. */
  readonly isolate: string;
}

/** What came of a call that was lent. */
export interface LentReport {
  readonly id: string;
  readonly family: CrmFamily;
  /** Milliseconds from its sending to its end, by the clock of its isolate. */
  readonly tookMs: number;
  /** Missing: it got no answer, and may have counted. */
  readonly report?: RateReport;
}

/** What a call that came of the isolate's own grant has told, so that the portal's budget knows of it. */
export interface OwnReport extends Omit<LentReport, 'id'> {}

export interface AcquireRequest extends Member {
  readonly family: CrmFamily;
  /** Calls that are wanted now: at least 1, and no more than wait. */
  readonly count: number;
  /** All calls that wait in the isolate. */
  readonly depth: number;
  /** Longest time that the answer may be waited for, in milliseconds. */
  readonly waitMs: number;
  /** What ended since the last time one asked: they go along for nothing. */
  readonly reports: readonly (LentReport | OwnReport)[];
}

/** What an isolate may do. */
export type AcquireAnswer =
  /** It is the only one: it gates by itself, until the grant ends. */
  | { readonly kind: 'alone'; readonly forMs: number }
  /** These calls may leave, one for each id. None: nothing became free in time. */
  | { readonly kind: 'lent'; readonly ids: readonly string[]; readonly isolates: number }
  /** So many of its waiting calls fit within the wait that is allowed; the others are to come after these milliseconds. */
  | { readonly kind: 'full'; readonly fit: number; readonly hintsMs: readonly number[]; readonly isolates: number };

/** Rejects when it cannot be reached: then an isolate keeps to its share of the budget. */
export interface Coordinator {
  acquire(request: AcquireRequest): Promise<AcquireAnswer>;
  /** Gives back what ended. An id that is not lent any more is passed over. */
  settle(member: Member, reports: readonly (LentReport | OwnReport)[]): Promise<void>;
}
