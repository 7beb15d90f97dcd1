/**
 * The project's checkpoints: rows of all portals by minute. Rows older than two hours are folded into hours, and hours
 * are deleted after 30 days. A window that starts more than two hours ago starts with a whole hour.
 *
 * Keys: `minute/<time in 15 digits>/<portal>/<dimensions>`, `hour/…` likewise, `taken/<portal>` the number of the
 * portal's last merged batch. Due: `fold`.
 */

import { type Counts, HOUR_MS, MINUTE_MS, startOf } from '../../checkpoints/row.ts';
import { type Point, Series } from '../../checkpoints/series.ts';
import {
  carries,
  type Figures,
  figuresOf,
  type Group,
  type Grouping,
  groupsOf,
  type Labels,
  narrow,
} from '../../checkpoints/summary.ts';
import type { Bindings } from '../../platform/host.ts';
import type { ActorPart, ActorState, AppParts } from '../core/actor-part.ts';
import type { HandUp } from '../portal/records.ts';
import { watchAlerts } from './alerts.ts';
import {
  addTo,
  deleteRows,
  eachRow,
  HOUR,
  hourKeyOf,
  MINUTE,
  minuteKey,
  rowsBetween,
  timeOf,
} from './checkpoint-rows.ts';
import { addFailures, forgetFailures } from './failures.ts';
import { syncMetrics } from './sync-metrics.ts';

const TAKEN = 'taken/';

/** The purpose in the due table. */
const FOLD = 'fold';

/** Retention of minutes, in ms: 2 hours. */
export const MINUTES_KEPT_MS = 2 * HOUR_MS;

/** Retention of hours, in ms: 30 days. */
const HOURS_KEPT_MS = 30 * 24 * HOUR_MS;

/** Interval at which old minutes are folded, in ms. */
const FOLD_EVERY_MS = 10 * MINUTE_MS;

/** Most rows to fold, and most to delete, in one alarm. */
const ROWS_AT_ONCE = 200;

/** The interval of a summary: from `since` up to but not including `until`, in milliseconds since the epoch. */
export interface SummaryArguments {
  readonly since: number;
  readonly until: number;
  readonly labels: Labels;
  readonly by?: Grouping;
  /** The step of the series, in ms. Without it the summary has no series. */
  readonly step?: number;
}

export interface Summary {
  readonly totals: Figures;
  readonly groups?: readonly Group[];
  readonly series?: readonly Point[];
  readonly syncs: SyncFigures;
}

/** The current metrics of syncs, independent of the window. Null if no alert rule uses them or no run has ended. */
export interface SyncFigures {
  readonly poisonRows: number | null;
  readonly lagMinutes: number | null;
}

export function rollups(state: ActorState, _env: Bindings, { manifest }: AppParts): ActorPart {
  const { store, due, now } = state;

  function seriesOf(since: number, until: number, labels: Labels, step: number): readonly Point[] {
    const series = new Series(since, until, step);
    eachRow(store, since, until, (at, row) => {
      if (carries(row, labels)) {
        series.add(at, row);
      }
    });
    return series.points;
  }

  return {
    methods: {
      /** Merges a batch of a portal's actor. Idempotent. */
      mergeRollups(args) {
        const { portal, number, rows, failures = [] } = args as HandUp;
        if (number <= (store.get<number>(TAKEN + portal) ?? 0)) {
          return;
        }
        store.transaction(() => {
          for (const [at, group, counts] of rows) {
            addTo(store, minuteKey(at, portal, group), counts);
          }
          addFailures(state, failures);
          store.put(TAKEN + portal, number);
          if (due.get(FOLD, '') === undefined) {
            due.set(FOLD, '', now() + FOLD_EVERY_MS);
          }
          watchAlerts(state);
        });
      },
      /** Takes `{portal}`. Deletes its rows and batch number: the portal's actor is erased too, and starts its numbers again. */
      forgetPortal(args) {
        const { portal } = args as { readonly portal: string };
        store.transaction(() => {
          deleteRows(store, portal);
          forgetFailures(store, portal);
          store.delete(TAKEN + portal);
        });
      },
      summary(args): Summary {
        const { since, until, labels, by, step } = args as SummaryArguments;
        const rows = narrow(rowsBetween(store, since, until), labels);
        const syncMetric = syncMetrics(store, manifest, now());
        return {
          totals: figuresOf(rows),
          groups: by && groupsOf(rows, by),
          series: step === undefined ? undefined : seriesOf(since, until, labels, step),
          syncs: {
            poisonRows: syncMetric('poison_rows', labels) ?? null,
            lagMinutes: syncMetric('sync_lag_minutes', labels) ?? null,
          },
        };
      },
    },
    due: {
      [FOLD]() {
        const end = startOf(now() - MINUTES_KEPT_MS, HOUR_MS);
        const old = store.list<Counts>({ prefix: MINUTE, limit: ROWS_AT_ONCE }).filter(([key]) => timeOf(key) < end);
        const expired = store
          .list<Counts>({ prefix: HOUR, limit: ROWS_AT_ONCE })
          .filter(([key]) => timeOf(key) < now() - HOURS_KEPT_MS);
        store.transaction(() => {
          for (const [key, counts] of old) {
            addTo(store, hourKeyOf(key), counts);
            store.delete(key);
          }
          expired.forEach(([key]) => store.delete(key));
          const isMore = old.length === ROWS_AT_ONCE || expired.length === ROWS_AT_ONCE;
          const isEmpty =
            store.list({ prefix: MINUTE, limit: 1 }).length + store.list({ prefix: HOUR, limit: 1 }).length === 0;
          due.set(FOLD, '', isEmpty ? null : now() + (isMore ? 0 : FOLD_EVERY_MS));
        });
      },
    },
  };
}
