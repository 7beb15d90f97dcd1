/**
 * Calls that must not run twice. The edge repeats a call whose answer was lost, although the actor may have run it, and
 * another call may have come in between.
 */

import type { ActorStore } from '../../protocol/actor.ts';

interface MadeCall {
  readonly call: string;
  readonly answer: unknown;
}

/** Calls to remember: more than the callers of one list make while one of them waits for its answer. */
const CALLS_KEPT = 32;

/**
 * Runs a call in a transaction. For a repeated call, returns the first answer.
 * @param list the key of the calls that are remembered together
 * @param call the idempotency key. Workers of an older version send none
 */
export function runOnce<T>(store: ActorStore, list: string, call: string | undefined, run: () => T): T {
  if (call === undefined) {
    return store.transaction(run);
  }
  const made = store.get<MadeCall[]>(list) ?? [];
  const before = made.find((one) => one.call === call);
  if (before !== undefined) {
    return before.answer as T;
  }
  return store.transaction(() => {
    const answer = run();
    store.put(list, [...made.slice(1 - CALLS_KEPT), { call, answer: answer ?? null } satisfies MadeCall]);
    return answer;
  });
}
