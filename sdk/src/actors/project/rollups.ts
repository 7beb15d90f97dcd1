/**
 * The project's checkpoints: rows of all portals by minute, folded into hours when they are two hours old, forgotten
 * after 30 days. A window that reaches further back than two hours begins with a whole hour.
 *
 * Keys: `minute/<time in 15 digits>/<portal>/<dimensions>`, `hour/…` alike, `taken/<portal>` the number of the portal's
 * last hand-up. Due: `fold`.
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
import { addTo, deleteRows, eachRow, HOUR, inHour, MINUTE, minuteKey, rowsBetween, timeOf } from './checkpoint-rows.ts';
import { syncMetrics } from './sync-metrics.ts';

const TAKEN = 'taken/';

/** The purpose in the due-table. */
const FOLD = 'fold';

/** How long minutes are kept, in milliseconds: 2 hours. */
export const MINUTES_KEPT_MS = 2 * HOUR_MS;

/** How long hours are kept, in milliseconds: 30 days. */
export const HOURS_KEPT_MS = 30 * 24 * HOUR_MS;

/** How often old minutes are folded, in milliseconds. */
const FOLD_EVERY_MS = 10 * MINUTE_MS;

/** How many rows are folded or forgotten in one turn. */
const ROWS_AT_ONCE = 200;

/** What a summary is asked for: from `since` on and before `until`, in milliseconds since the epoch. */
export interface SummaryArguments {
  readonly since: number;
  readonly until: number;
  readonly labels: Labels;
  readonly by?: Grouping;
  /** Length of the steps of a series, in milliseconds; no series without. */
  readonly step?: number;
}

/** What it says. */
export interface Summary {
  readonly totals: Figures;
  readonly groups?: readonly Group[];
  readonly series?: readonly Point[];
  readonly syncs: SyncFigures;
}

/** What is known of syncs now, whatever the window; null where no alert rule asks for it, or no run has ended. */
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
      /** Takes what a portal's actor hands up; what was taken before changes nothing. */
      mergeRollups(args) {
        const { portal, number, rows } = args as HandUp;
        if (number <= (store.get<number>(TAKEN + portal) ?? 0)) {
          return;
        }
        store.transaction(() => {
          for (const [at, group, counts] of rows) {
            addTo(store, minuteKey(at, portal, group), counts);
          }
          store.put(TAKEN + portal, number);
          if (due.get(FOLD, '') === undefined) {
            due.set(FOLD, '', now() + FOLD_EVERY_MS);
          }
          watchAlerts(state);
        });
      },
      /** `{portal}`: erases its rows. Its actor, which is erased too, begins to count its hand-ups anew. */
      forgetPortal(args) {
        const { portal } = args as { readonly portal: string };
        store.transaction(() => {
          deleteRows(store, portal);
          store.delete(TAKEN + portal);
        });
      },
      summary(args): Summary {
        const { since, until, labels, by, step } = args as SummaryArguments;
        const rows = narrow(rowsBetween(store, since, until), labels);
        const ofSyncs = syncMetrics(store, manifest, now());
        return {
          totals: figuresOf(rows),
          ...(by !== undefined && { groups: groupsOf(rows, by) }),
          ...(step !== undefined && { series: seriesOf(since, until, labels, step) }),
          syncs: {
            poisonRows: ofSyncs('poison_rows', labels) ?? null,
            lagMinutes: ofSyncs('sync_lag_minutes', labels) ?? null,
          },
        };
      },
    },
    due: {
      [FOLD]() {
        const over = startOf(now() - MINUTES_KEPT_MS, HOUR_MS);
        const old = store.list<Counts>({ prefix: MINUTE, limit: ROWS_AT_ONCE }).filter(([key]) => timeOf(key) < over);
        const forgotten = store
          .list<Counts>({ prefix: HOUR, limit: ROWS_AT_ONCE })
          .filter(([key]) => timeOf(key) < now() - HOURS_KEPT_MS);
        store.transaction(() => {
          for (const [key, counts] of old) {
            addTo(store, inHour(key), counts);
            store.delete(key);
          }
          forgotten.forEach(([key]) => store.delete(key));
          const isMore = old.length === ROWS_AT_ONCE || forgotten.length === ROWS_AT_ONCE;
          const isEmpty =
            store.list({ prefix: MINUTE, limit: 1 }).length + store.list({ prefix: HOUR, limit: 1 }).length === 0;
          due.set(FOLD, '', isEmpty ? null : now() + (isMore ? 0 : FOLD_EVERY_MS));
        });
      },
    },
  };
}
