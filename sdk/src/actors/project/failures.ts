/**
 * The project's failures by fingerprint, with the last failure of each. Kept for 30 days after the last one.
 *
 * Keys: `failure/<fingerprint>` the totals, `failed-as/<fingerprint>` the last failure.
 */

import { type FailureGroup, type FailureTotals, mergeFailures } from '../../checkpoints/failure.ts';
import type { ActorStore } from '../../protocol/actor.ts';
import type { ActorPart, ActorState } from '../core/actor-part.ts';

/** Retention after the last failure, in ms: 30 days, as that of checkpoints. */
export const FAILURES_KEPT_MS = 30 * 86_400_000;

/** Most fingerprints. The one that failed longest ago is deleted for a new one. */
export const MAX_FAILURES = 500;

const TOTALS = 'failure/';
const LATEST = 'failed-as/';

/** Adds failures of a portal. The caller is in a transaction. */
export function addFailures({ store, now }: Pick<ActorState, 'store' | 'now'>, groups: readonly FailureGroup[]): void {
  for (const group of groups) {
    const { fingerprint } = group.totals;
    const totals = store.get<FailureTotals>(TOTALS + fingerprint);
    const latest = store.get<FailureGroup['latest']>(LATEST + fingerprint) ?? { invocation: '', stack: '' };
    const merged = totals === undefined ? group : mergeFailures({ totals, latest }, group);
    store.put(TOTALS + fingerprint, merged.totals);
    store.put(LATEST + fingerprint, merged.latest);
  }
  if (groups.length > 0) {
    const all = newestFirst(store);
    const old = all.filter(({ last }, i) => i >= MAX_FAILURES || last < now() - FAILURES_KEPT_MS);
    old.forEach(({ fingerprint }) => drop(store, fingerprint));
  }
}

/** Deletes the last failures that belong to a portal, since they contain its data. Their counts stay. */
export function forgetFailures(store: ActorStore, portal: string): void {
  for (const { fingerprint, portal: of } of newestFirst(store)) {
    if (of === portal) {
      store.delete(LATEST + fingerprint);
    }
  }
}

export function failures({ store, now }: ActorState): ActorPart {
  const isKept = ({ last }: FailureTotals) => last >= now() - FAILURES_KEPT_MS;
  return {
    methods: {
      /** Returns the failures, the last one first. */
      failureList: (): FailureTotals[] => newestFirst(store).filter(isKept),
      /** Takes `{fingerprint}`. Returns a FailureGroup, or null. */
      failureShow(args): FailureGroup | null {
        const { fingerprint } = args as { readonly fingerprint: string };
        const totals = store.get<FailureTotals>(TOTALS + fingerprint);
        const latest = store.get<FailureGroup['latest']>(LATEST + fingerprint) ?? { invocation: '', stack: '' };
        return totals === undefined || !isKept(totals) ? null : { totals, latest };
      },
    },
  };
}

function newestFirst(store: ActorStore): FailureTotals[] {
  const all = store.list<FailureTotals>({ prefix: TOTALS }).map(([, totals]) => totals);
  return all.sort((a, b) => b.last - a.last);
}

function drop(store: ActorStore, fingerprint: string): void {
  store.delete(TOTALS + fingerprint);
  store.delete(LATEST + fingerprint);
}
