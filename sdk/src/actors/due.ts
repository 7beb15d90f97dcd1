/**
 * The due-table: everything that an actor has to do later, in the order of time, behind the one alarm that it has.
 *
 * Keys: `due/<time in 15 digits>/<purpose>/<detail>` in the order of time, `due-at/<purpose>/<detail>` to find an entry.
 * An entry that is being done stands at the time of its next attempt: a process that dies meanwhile does it again.
 */

import type { ActorStore } from './actor.ts';
import type { DueTable } from './actor-part.ts';

const ORDER = 'due/';
const ENTRY = 'due-at/';

/** The pause before the second attempt, in milliseconds; it doubles with each. */
const FIRST_PAUSE_MS = 2_000;

/** The longest pause between attempts, in milliseconds. */
const LONGEST_PAUSE_MS = 600_000;

/** How many entries one alarm does: the edge bounds what one event may call. The rest follows in the next alarm. */
const PER_ALARM = 40;

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
    this.#write(purpose, detail, at === null ? undefined : { at, tries: 0 });
    this.#arm();
  }

  /** Nothing is known of the alarm any more: a transaction was rolled back, and the alarm may have been with it. */
  forget(): void {
    this.#armed = undefined;
  }

  /** Does what is due. A failure is told, and stands in nobody's way. */
  async run(work: DueWork, onFailure: (purpose: string, error: unknown) => void): Promise<void> {
    this.#armed = undefined; // the alarm that has fired is gone
    const { store, now } = this.#platform;
    const over = ORDER + digits(now() + 1);
    const due = store.list<true>({ prefix: ORDER, limit: PER_ALARM }).filter(([key]) => key < over);
    await Promise.all(due.map(([key]) => this.#attempt(key, work, onFailure)));
    this.#arm();
  }

  async #attempt(key: string, work: DueWork, onFailure: (purpose: string, error: unknown) => void): Promise<void> {
    const { store, now } = this.#platform;
    if (store.get<true>(key) === undefined) {
      return; // what was done before it in this alarm has taken it away, or moved it
    }
    const [purpose, detail] = partsOf(key);
    const tries = (store.get<Entry>(entryKey(purpose, detail))?.tries ?? 0) + 1;
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
