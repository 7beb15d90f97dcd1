/**
 * Copies of failed deliveries, to inspect and replay: webhook deliveries that a trigger did not accept, and posts that
 * a push source did not accept. A copy is redacted. If redaction changed it, what came is kept as well, encrypted, for
 * the replay. A copy is deleted once its delivery is accepted, and when its time is over.
 *
 * Keys: `failed/row/<first time>-<id>`, `failed/at/<id>` the key of the row, `failed/size`, `failed/accepted` the
 * deliveries that were accepted lately. Due: `failedEnds`.
 */

import type { Bindings } from '../../platform/host.ts';
import { ActorError, type ActorStore, isActorError } from '../../protocol/actor.ts';
import type { FailedAttempt, FailedDelivery, ReplayedDelivery } from '../../protocol/failed-deliveries.ts';
import { STATIC_INSTALL } from '../../protocol/install.ts';
import type { ActorPart, ActorState } from '../core/actor-part.ts';
import { rangeAfter, rowsOf } from '../core/place.ts';
import { openQuietly, type SealedFor, sealQuietly } from '../core/seal.ts';
import { recordIn } from './record.ts';
import { isEarlier } from './since-installed.ts';

/** Most copies of an install. The oldest is deleted for a new one. */
export const MAX_FAILED = 500;

/** Most deliveries of one list. */
const MAX_LISTED = 500;

/** Copies read at a time. Each may have a megabyte. */
const READ_AT_ONCE = 8;

/**
 * Accepted deliveries to remember. The report of an earlier attempt is late by seconds, since the edge repeats a call
 * whose answer was lost.
 */
const ACCEPTED_KEPT = 100;

/** Interval between sweeps of expired copies, in ms. */
const SWEEP_MS = 3_600_000;

const ROW = 'failed/row/';
const AT = 'failed/at/';
const SIZE = 'failed/size';
const ACCEPTED = 'failed/accepted';
const ENDS = 'failedEnds';

/** The form of a place in the list. */
const PLACE = /^\d{15}-./;

interface Copy extends FailedDelivery {
  readonly content: unknown;
  /** The original content as sealed JSON text. Absent if it equals `content`. */
  readonly sealed?: string;
  /** When the copy expires. */
  readonly until: number;
  /** When the last attempt began. Absent in reports of an older version. */
  readonly begunAt?: number | undefined;
}

/** An accepted delivery, and when it was accepted. */
type Accepted = readonly [id: string, at: number];

export function failedDeliveries(state: ActorState, env: Bindings): ActorPart {
  const { name, store, due, now } = state;
  const placeOf = (id: string) => ({ env, install: name, field: `delivery ${id}` });

  function put({ content, original, isCut, keptMs, ...attempt }: FailedAttempt, sealed: string | undefined): void {
    const before = copyOf(store, attempt.id);
    const at = before?.at ?? now();
    const copy: Copy = {
      ...attempt,
      at,
      lastAt: now(),
      times: (before?.times ?? 0) + (isRepeated(before, attempt) ? 0 : 1),
      replayable: !isCut && (original === undefined || sealed !== undefined),
      content,
      ...(sealed !== undefined && { sealed }),
      until: now() + keptMs,
    };
    if (before === undefined) {
      dropOldest(store);
      store.put(SIZE, sizeOf(store) + 1);
    }
    const key = `${ROW}${String(at).padStart(15, '0')}-${attempt.id}`;
    store.put(key, copy);
    store.put(AT + attempt.id, key);
    if (due.get(ENDS, '') === undefined) {
      due.set(ENDS, '', Math.min(copy.until, now() + SWEEP_MS));
    }
  }

  return {
    methods: {
      /**
       * Takes a FailedAttempt. Keeps a copy if the app is installed. Without an install nothing would erase it, and an
       * attempt that began before the install belongs to an erased one.
       */
      async deliveryFailed(args) {
        const attempt = args as FailedAttempt;
        const { original, begunAt = now() } = attempt;
        const sealed = original === undefined ? undefined : await sealedIfKeyed(placeOf(attempt.id), original);
        const isInstalled = name === STATIC_INSTALL || (recordIn(state) !== undefined && !isEarlier(state, begunAt));
        if (isInstalled && !wasAccepted(store, attempt)) {
          store.transaction(() => put(attempt, sealed));
        }
      },
      /** Takes `{id}`. Deletes the copy of a delivery that was accepted. */
      deliveryAccepted(args) {
        store.transaction(() => accept(store, (args as { readonly id: string }).id, now()));
      },
      /** Takes `{after?, limit}`. Returns a page without contents, the oldest first. */
      failedList(args) {
        const { after, limit } = args as { readonly after?: string; readonly limit: number };
        if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LISTED) {
          throw new ActorError('invalid_input', `limit must be a whole number from 1 to ${MAX_LISTED}`);
        }
        const deliveries: FailedDelivery[] = [];
        let last = '';
        for (const [key, copy] of rowsOf<Copy>(store, rangeAfter(ROW, ROW, after, PLACE), READ_AT_ONCE)) {
          if (copy.until > now()) {
            if (deliveries.length === limit) {
              return { deliveries, next: last.slice(ROW.length) };
            }
            deliveries.push(listed(copy));
            last = key;
          }
        }
        return { deliveries };
      },
      /** Takes `{id}`. Returns the delivery with its redacted content, or null. */
      failedShow(args) {
        const copy = liveCopy(args);
        return copy === undefined ? null : { ...listed(copy), content: copy.content };
      },
      /** Takes `{id}`. Returns a ReplayedDelivery, or null. Throws `sealed_wrong` if its key is gone. */
      async failedContent(args): Promise<ReplayedDelivery | null> {
        const copy = liveCopy(args);
        if (copy === undefined) {
          return null;
        }
        const { id, worker, kind, target, portalId, content, sealed, replayable } = copy;
        if (!replayable) {
          throw new ActorError(
            'limit_reached',
            `the content of the delivery ${id} was not kept whole, so it cannot be replayed`,
          );
        }
        const original: unknown = sealed === undefined ? content : JSON.parse(await openQuietly(placeOf(id), sealed));
        return { worker, kind, target, portalId, content: original };
      },
    },
    due: {
      [ENDS]() {
        const copies = rowsOf<Copy>(store, { prefix: ROW }, READ_AT_ONCE);
        const expired = [...copies].filter(([, { until }]) => until <= now()).map(([, { id }]) => id);
        store.transaction(() => expired.forEach((id) => dropFailed(store, id)));
        if (sizeOf(store) > 0) {
          due.set(ENDS, '', now() + SWEEP_MS);
        }
      },
    },
  };

  function liveCopy(args: unknown): Copy | undefined {
    const copy = copyOf(store, (args as { readonly id: string }).id);
    return copy !== undefined && copy.until > now() ? copy : undefined;
  }
}

/** Returns the sealed text. Without a sealing key it is not kept: customer data is never stored unredacted. */
async function sealedIfKeyed(place: SealedFor, text: string): Promise<string | undefined> {
  try {
    return await sealQuietly(place, text);
  } catch (error) {
    if (isActorError(error) && error.code === 'not_configured') {
      return undefined;
    }
    throw error;
  }
}

function listed({ content: _, sealed: __, until: ___, begunAt: ____, ...delivery }: Copy): FailedDelivery {
  return delivery;
}

const sizeOf = (store: ActorStore): number => store.get<number>(SIZE) ?? 0;

function copyOf(store: ActorStore, id: string): Copy | undefined {
  const key = store.get<string>(AT + id);
  return key === undefined ? undefined : store.get<Copy>(key);
}

/** Reports whether the delivery was accepted after the attempt had begun: the report of the attempt is late. */
function wasAccepted(store: ActorStore, { id, begunAt = Infinity }: FailedAttempt): boolean {
  return (store.get<Accepted[]>(ACCEPTED) ?? []).some(([accepted, at]) => accepted === id && begunAt <= at);
}

/** Reports whether the attempt has been reported: the answer was lost. */
function isRepeated(before: Copy | undefined, { begunAt }: Pick<FailedAttempt, 'begunAt'>): boolean {
  return begunAt !== undefined && before?.begunAt === begunAt;
}

/** Deletes the copy of an accepted delivery, and refuses late reports of it. The caller is in a transaction. */
export function accept(store: ActorStore, id: string, at: number): void {
  dropFailed(store, id);
  const others = (store.get<Accepted[]>(ACCEPTED) ?? []).filter(([accepted]) => accepted !== id);
  store.put(ACCEPTED, [...others.slice(1 - ACCEPTED_KEPT), [id, at] satisfies Accepted]);
}

/** Deletes the copy of a delivery, if there is one. The caller is in a transaction. */
function dropFailed(store: ActorStore, id: string): void {
  const key = store.get<string>(AT + id);
  if (key !== undefined) {
    store.delete(key);
    store.delete(AT + id);
    store.put(SIZE, Math.max(0, sizeOf(store) - 1));
  }
}

function dropOldest(store: ActorStore): void {
  const [oldest] = sizeOf(store) < MAX_FAILED ? [] : store.list<Copy>({ prefix: ROW, limit: 1 });
  if (oldest !== undefined) {
    dropFailed(store, oldest[1].id);
  }
}
