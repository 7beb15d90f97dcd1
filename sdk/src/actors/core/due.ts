/**
 * The due-table: everything that an actor has to do later, in the order of time, behind the one alarm that it has.
 *
 * Keys: `due/<time in 15 digits>/<purpose>/<detail>` in the order of time, `due-at/<purpose>/<detail>` to find an entry.
 * An entry that is being done stands at the time of its next attempt: a process that dies meanwhile does it again.
 */

import type { ActorStore } from '../../protocol/actor.ts';
import type { DueTable } from './actor-part.ts';

const ORDER = 'due/';
const ENTRY = 'due-at/';

/** The pause before the second attempt, in milliseconds; it doubles with each. */
const FIRST_PAUSE_MS = 2_000;

/** The longest pause between attempts, in milliseconds. */
const LONGEST_PAUSE_MS = 600_000;

/** How many entries one alarm does: the edge bounds what one event may call. The rest follows in the next alarm. */
const PER_ALARM = 40;

/** How often an alarm whose work takes long looks for what has become due meanwhile, in milliseconds. */
const LOOK_MS = 1_000;

/**
 * How long after its beginning an alarm still takes on work, in milliseconds. The edge ends an alarm after 15 minutes,
 * and a step of a sync may take ten of them: what becomes due later waits for the end of what was begun.
 */
const TAKES_ON_MS = 240_000;

/**
 * The latest time that can be set, in milliseconds since the epoch: in the year 2255, since the edge counts nanoseconds
 * in 64 bits. Waits are asked for by handlers, which may pass on what a server told them.
 */
export const LATEST_MS = 9_000_000_000_000;

interface Entry {
  readonly at: number;
  /** How often it was begun without being done. */
  readonly tries: number;
}

/** What the table stands on. */
export interface DuePlatform {
  readonly store: ActorStore;
  now(): number;
  setAlarm(at: number | null): void;
}

/** Does one entry. */
export type DueWork = (purpose: string, detail: string) => void | Promise<void>;

export class Due implements DueTable {
  readonly #platform: DuePlatform;
  /** What the alarm is set to, as far as it is known: setting it costs a write. */
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

  /** Runs a transaction of the store. One that is rolled back may take the alarm back with it, or not: it is set anew. */
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
   * Does what is due. A failure is told, and stands in nobody's way; nor does what takes long: the actor has one alarm,
   * so what becomes due meanwhile is done beside it.
   */
  async run(work: DueWork, onFailure: (purpose: string, error: unknown) => void): Promise<void> {
    this.#armed = undefined; // the alarm that has fired is gone
    const begun = this.#platform.now();
    const doing = new Map<string, Promise<void>>();
    let left = PER_ALARM;
    for (;;) {
      for (const [purpose, detail] of this.#due(doing, left)) {
        left -= 1;
        const key = entryKey(purpose, detail);
        doing.set(
          key,
          this.#attempt(purpose, detail, work, onFailure).finally(() => doing.delete(key)),
        );
      }
      if (await allWithin(doing, LOOK_MS)) {
        break;
      }
      if (this.#platform.now() - begun > TAKES_ON_MS) {
        left = 0;
      }
    }
    this.#arm();
  }

  /** What is due now and not being done, the first `limit` of it. */
  #due(doing: ReadonlyMap<string, unknown>, limit: number): [purpose: string, detail: string][] {
    const { store, now } = this.#platform;
    const over = ORDER + digits(now() + 1);
    return store
      .list<true>({ prefix: ORDER, limit: limit === 0 ? 0 : limit + doing.size })
      .filter(([key]) => key < over)
      .map(([key]) => partsOf(key))
      .filter(([purpose, detail]) => !doing.has(entryKey(purpose, detail)))
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
      return; // what was done before it in this alarm has taken it away, or moved it
    }
    const tries = found.tries + 1;
    const again: Entry = { at: now() + Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS), tries };
    this.#write(purpose, detail, again);
    this.#arm();
    try {
      await work(purpose, detail);
    } catch (error) {
      onFailure(purpose, error);
      return;
    }
    const current = store.get<Entry>(entryKey(purpose, detail));
    if (current?.at === again.at && current.tries === tries) {
      this.#write(purpose, detail, undefined); // nobody has set it anew meanwhile
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

/** Whether all of them have ended within the time. None rejects. */
async function allWithin(doing: ReadonlyMap<string, Promise<void>>, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([Promise.all(doing.values()), waited]);
  clearTimeout(timer);
  return doing.size === 0;
}
