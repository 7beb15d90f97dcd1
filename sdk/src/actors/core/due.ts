/**
 * The due table: an actor's scheduled work, in order of time, on the actor's single alarm.
 *
 * Keys: `due/<time in 15 digits>/<purpose>/<detail>` orders entries by time, `due-at/<purpose>/<detail>` finds an
 * entry. While an entry runs, it is stored at the time of its next attempt. If the process dies, the entry runs again.
 */

import type { ActorStore } from '../../protocol/actor.ts';
import type { DueTable } from './actor-part.ts';

const ORDER = 'due/';
const ENTRY = 'due-at/';

/** Delay before the second attempt, in ms. It doubles with each attempt. */
const FIRST_PAUSE_MS = 2_000;

/** Longest delay between attempts, in ms: 10 minutes. */
const LONGEST_PAUSE_MS = 600_000;

/** Entries that one alarm runs. The edge limits the calls of one event. The next alarm runs the rest. */
const PER_ALARM = 40;

/** Interval at which a running alarm looks for newly due entries, in ms. */
const POLL_MS = 1_000;

/**
 * Time after which an alarm starts no more entries, in ms: 4 minutes. The edge ends an alarm after 15 minutes, and a
 * step of a sync may take 10.
 */
const START_WINDOW_MS = 240_000;

/**
 * Latest time that can be set, in milliseconds since the epoch: in the year 2255. The edge counts nanoseconds in 64
 * bits, and a handler may ask for any wait, such as one from a server's `Retry-After`.
 */
export const LATEST_MS = 9_000_000_000_000;

interface Entry {
  readonly at: number;
  /** The number of attempts that did not complete. */
  readonly tries: number;
}

export interface DuePlatform {
  readonly store: ActorStore;
  now(): number;
  setAlarm(at: number | null): void;
}

/** Runs one entry. */
export type DueWork = (purpose: string, detail: string) => void | Promise<void>;

export class Due implements DueTable {
  readonly #platform: DuePlatform;
  /** The alarm's time; undefined if unknown. Kept since setting the alarm costs a write. */
  #armed: number | null | undefined;

  constructor(platform: DuePlatform) {
    this.#platform = platform;
  }

  get(purpose: string, detail: string): number | undefined {
    return this.#platform.store.get<Entry>(entryKey(purpose, detail))?.at;
  }

  set(purpose: string, detail: string, at: number | null): void {
    this.#write(purpose, detail, at === null ? undefined : { at: Math.min(at, LATEST_MS), tries: 0 });
    this.#arm();
  }

  /** Runs a transaction of the store. A rollback may also revert the alarm, so it is set again. */
  transaction<T>(run: () => T): T {
    const before = this.#armed;
    try {
      return run();
    } catch (error) {
      if (this.#armed !== before) {
        this.#armed = undefined;
        this.#arm();
      }
      throw error;
    }
  }

  /**
   * Runs due entries concurrently, including those that become due meanwhile: the actor has only one alarm. A failed or
   * slow entry does not delay the others. Failures go to `onFailure`.
   */
  async run(work: DueWork, onFailure: (purpose: string, error: unknown) => void): Promise<void> {
    this.#armed = undefined; // the alarm that has fired is gone
    const startedAt = this.#platform.now();
    const running = new Map<string, Promise<void>>();
    let left = PER_ALARM;
    for (;;) {
      for (const [purpose, detail] of this.#due(running, left)) {
        left -= 1;
        const key = entryKey(purpose, detail);
        running.set(
          key,
          this.#attempt(purpose, detail, work, onFailure).finally(() => running.delete(key)),
        );
      }
      if (await allEndWithin(running, POLL_MS)) {
        break;
      }
      if (this.#platform.now() - startedAt > START_WINDOW_MS) {
        left = 0;
      }
    }
    this.#arm();
  }

  /** Returns the first `limit` entries that are due and not running. */
  #due(running: ReadonlyMap<string, unknown>, limit: number): [purpose: string, detail: string][] {
    const { store, now } = this.#platform;
    const end = ORDER + digits(now() + 1);
    return store
      .list<true>({ prefix: ORDER, limit: limit === 0 ? 0 : limit + running.size })
      .filter(([key]) => key < end)
      .map(([key]) => partsOf(key))
      .filter(([purpose, detail]) => !running.has(entryKey(purpose, detail)))
      .slice(0, limit);
  }

  async #attempt(
    purpose: string,
    detail: string,
    work: DueWork,
    onFailure: (purpose: string, error: unknown) => void,
  ): Promise<void> {
    const { store, now } = this.#platform;
    const found = store.get<Entry>(entryKey(purpose, detail));
    if (found === undefined || found.at > now()) {
      return; // an earlier entry of this alarm removed or moved it
    }
    const tries = found.tries + 1;
    const retry: Entry = { at: now() + Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS), tries };
    this.#write(purpose, detail, retry);
    this.#arm();
    try {
      await work(purpose, detail);
    } catch (error) {
      onFailure(purpose, error);
      return;
    }
    const current = store.get<Entry>(entryKey(purpose, detail));
    if (current?.at === retry.at && current.tries === tries) {
      this.#write(purpose, detail, undefined); // the work did not set it again
    }
  }

  #write(purpose: string, detail: string, entry: Entry | undefined): void {
    const { store } = this.#platform;
    const key = entryKey(purpose, detail);
    const before = store.get<Entry>(key);
    if (before !== undefined) {
      store.delete(orderKey(purpose, detail, before.at));
    }
    if (entry === undefined) {
      store.delete(key);
    } else {
      store.put(key, entry);
      store.put(orderKey(purpose, detail, entry.at), true);
    }
  }

  #arm(): void {
    const [first] = this.#platform.store.list<true>({ prefix: ORDER, limit: 1 });
    const next = first === undefined ? null : Number(first[0].slice(ORDER.length, ORDER.length + 15));
    if (next !== this.#armed) {
      this.#platform.setAlarm(next);
      this.#armed = next;
    }
  }
}

const entryKey = (purpose: string, detail: string) => `${ENTRY}${purpose}/${detail}`;
const orderKey = (purpose: string, detail: string, at: number) => `${ORDER}${digits(at)}/${purpose}/${detail}`;

function digits(at: number): string {
  return String(Math.max(0, Math.ceil(at))).padStart(15, '0');
}

function partsOf(key: string): [purpose: string, detail: string] {
  const rest = key.slice(ORDER.length + 16);
  const slash = rest.indexOf('/');
  return [rest.slice(0, slash), rest.slice(slash + 1)];
}

/** Reports whether all entries end within the time. Their promises never reject. */
async function allEndWithin(running: ReadonlyMap<string, Promise<void>>, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([Promise.all(running.values()), waited]);
  clearTimeout(timer);
  return running.size === 0;
}
