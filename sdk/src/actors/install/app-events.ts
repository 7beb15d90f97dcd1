/**
 * Queues of app events. An occurrence is durable before the handler's call returns. Occurrences are sent in order and
 * in batches by the worker that queued them, within the install's rate budget. The CRM counts an occurrence once by its
 * id, so a batch whose response was lost is sent again.
 *
 * Keys: `ev/queue/<queue>` counts, `ev/row/<queue>/<number>` one occurrence, `ev/name/<uid>` the full name of an event
 * that the CRM refuses by uid. Due: `sendEvents`, with the queue: worker and event.
 */

import { ActorError, isActorError } from '../../protocol/actor.ts';
import type { EventsStepResult, Occurrence } from '../../protocol/app-events.ts';
import type { ActorPart, ActorState } from '../core/actor-part.ts';

/** Most queued occurrences of one event of one worker. */
export const MAX_WAITING = 50_000;

/** Most occurrences in one request (spec, Limits). */
const MAX_BATCH = 500;

/** Time for which an occurrence is retried, in ms: 3 days. */
export const TRIED_MS = 3 * 86_400_000;

const SEND = 'sendEvents';

/** The queue of one event of one worker. */
interface Queue {
  /** The number of the next occurrence. */
  readonly next: number;
  readonly waiting: number;
  readonly maxSize: number;
  readonly maxDelayMs: number;
  /** Whether the next batch waits for the CRM's budget, or for a retry. Further occurrences do not bring it forward. */
  readonly isHeld?: true | undefined;
}

interface Row {
  readonly occurrence: Occurrence;
  /** When it was queued, in milliseconds since the epoch. */
  readonly at: number;
}

/** Occurrences to queue. */
export interface EventsPut {
  readonly worker: string;
  /** The event's id. */
  readonly event: string;
  readonly occurrences: readonly Occurrence[];
  readonly maxSize: number;
  readonly maxDelayMs: number;
}

/** Names an event, to read or to keep its full name. */
interface EventNameArguments {
  readonly uid: string;
  readonly name?: string;
}

export function appEvents(state: ActorState): ActorPart {
  const { store, due, now, log } = state;

  function put({ worker, event, occurrences, maxSize, maxDelayMs }: EventsPut): { readonly waiting: number } {
    const queue = JSON.stringify([worker, event]);
    const { next, waiting, isHeld } = store.get<Queue>(queueKey(queue)) ?? ({ next: 0, waiting: 0 } as Queue);
    const all = waiting + occurrences.length;
    if (all > MAX_WAITING) {
      throw new ActorError(
        'events_full',
        `the queue of the event ${JSON.stringify(event)} is full: ${waiting} occurrences wait to be sent to the CRM`,
      );
    }
    store.transaction(() => {
      occurrences.forEach((occurrence, i) =>
        store.put(
          rowKey(queue, next + i),
          { occurrence, at: now() } satisfies Row,
          `an occurrence of ${JSON.stringify(event)}`,
        ),
      );
      store.put(queueKey(queue), {
        next: next + occurrences.length,
        waiting: all,
        maxSize: batchSize(maxSize),
        maxDelayMs,
        isHeld,
      } satisfies Queue);
      const at = all >= batchSize(maxSize) && waiting < batchSize(maxSize) ? now() : now() + maxDelayMs;
      const before = due.get(SEND, queue);
      if (before === undefined || (at < before && !isHeld)) {
        due.set(SEND, queue, at);
      }
    });
    return { waiting: all };
  }

  /** Keeps the full name of an event if one is given. Returns the kept one, or null. */
  function nameOf({ uid, name }: EventNameArguments): string | null {
    if (name !== undefined) {
      store.put(nameKey(uid), name);
    }
    return store.get<string>(nameKey(uid)) ?? null;
  }

  async function send(queue: string): Promise<void> {
    const { maxSize } = store.get<Queue>(queueKey(queue)) ?? { maxSize: MAX_BATCH };
    const batch = store.list<Row>({ prefix: rowPrefix(queue), limit: maxSize });
    if (batch.length === 0) {
      store.delete(queueKey(queue));
      return;
    }
    const result = await post(queue, batch);
    if (result.waitMs !== undefined) {
      hold(queue);
      due.set(SEND, queue, now() + result.waitMs);
      return;
    }
    for (const { id, message } of result.refused ?? []) {
      log('error', 'the CRM refused an occurrence of an app event', { queue, id, reason: message });
    }
    remove(queue, batch);
  }

  function hold(queue: string): void {
    const before = store.get<Queue>(queueKey(queue));
    if (before !== undefined) {
      store.put(queueKey(queue), { ...before, isHeld: true } satisfies Queue);
    }
  }

  /** Returns the CRM's result for the batch. Rejects if the batch should be retried. */
  async function post(queue: string, batch: readonly (readonly [string, Row])[]): Promise<EventsStepResult> {
    const [worker, event] = JSON.parse(queue) as [string, string];
    const install = /^\d+$/.test(state.name) ? { portalId: Number(state.name) } : { id: state.name };
    try {
      const occurrences = batch.map(([, { occurrence }]) => occurrence);
      return (await state.worker(worker, 'events', { event, occurrences, install })) as EventsStepResult;
    } catch (error) {
      // An event that the worker does not know may be declared by another version of it, in a deploy or rollback.
      const isGone = isActorError(error) && error.code === 'install_not_found';
      const oldest = batch[0]?.[1].at ?? now();
      if (!isGone && now() - oldest < TRIED_MS) {
        hold(queue);
        throw error; // retried with backoff
      }
      const reason = error instanceof Error ? error.message : String(error);
      log('error', `${batch.length} occurrences of an app event were dropped`, { queue, reason });
      return {};
    }
  }

  function remove(queue: string, batch: readonly (readonly [string, Row])[]): void {
    store.transaction(() => {
      const before = store.get<Queue>(queueKey(queue)); // handlers may have queued more meanwhile
      // The queue of an erased install starts its numbers again, so that a later one may have the same key.
      const sent = batch.filter(([key, row]) => store.get<Row>(key)?.occurrence.id === row.occurrence.id);
      sent.forEach(([key]) => store.delete(key));
      const waiting = Math.max(0, (before?.waiting ?? 0) - sent.length);
      if (before === undefined || waiting === 0) {
        store.delete(queueKey(queue));
        return;
      }
      store.put(queueKey(queue), { ...before, waiting, isHeld: undefined } satisfies Queue);
      const [[, oldest]] = store.list<Row>({ prefix: rowPrefix(queue), limit: 1 }) as [[string, Row]];
      due.set(SEND, queue, waiting >= before.maxSize ? now() : oldest.at + before.maxDelayMs);
    });
  }

  return {
    methods: { eventsPut: (args) => put(args as EventsPut), eventName: (args) => nameOf(args as EventNameArguments) },
    due: { [SEND]: send },
  };
}

const batchSize = (maxSize: number) => Math.min(Math.max(1, maxSize), MAX_BATCH);

/** Escapes the queue, so that the keys of one queue are never a prefix of another's. */
const queueKey = (queue: string) => `ev/queue/${encodeURIComponent(queue)}`;
const nameKey = (uid: string) => `ev/name/${encodeURIComponent(uid)}`;
const rowPrefix = (queue: string) => `ev/row/${encodeURIComponent(queue)}/`;
const rowKey = (queue: string, number: number) => rowPrefix(queue) + String(number).padStart(15, '0');
