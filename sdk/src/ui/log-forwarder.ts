/** Largest number of entries in a POST. The dev log listener accepts no more. */
const MAX_BATCH = 100;

/** How long the first entry of a batch waits for others, in ms. */
const CADENCE_MS = 5_000;

/** Largest number of entries that wait. More drop the oldest. */
const CAPACITY = 10_000;

/** Largest size of all bodies of a flush, in bytes. Browsers accept 64 KiB of beacons and keepalive requests in flight. */
const MAX_BYTES = 60_000;

/** How often an entry is sent if requests fail. */
const MAX_TRIES = 2;

/** What a forwarder needs of its environment. No method may throw. */
export interface ForwarderPorts {
  /** Returns where entries go now; undefined if forwarding is off. */
  target(): string | undefined;
  /** Sends a body, and calls `failed` if it has not left. */
  send(url: string, body: string, failed: () => void): void;
  /** Calls a function once, after a time in ms. */
  later(run: () => void, ms: number): void;
  /** Returns the JSON of an entry that reports dropped ones. */
  describeDropped(count: number): string;
}

interface Waiting {
  /** The entry's JSON. */
  readonly text: string;
  readonly bytes: number;
  readonly tries: number;
}

/** Sends log entries in batches, without waiting for responses. */
export class LogForwarder {
  readonly #ports: ForwarderPorts;
  #waiting: Waiting[] = [];
  #dropped = 0;
  #isScheduled = false;

  constructor(ports: ForwarderPorts) {
    this.#ports = ports;
  }

  /** Adds an entry, as JSON. */
  add(text: string): void {
    this.#waiting.push(waiting(text));
    this.#drop();
    this.#schedule();
  }

  /** Forgets all entries that wait. */
  clear(): void {
    this.#waiting = [];
    this.#dropped = 0;
  }

  /** Sends as many entries as browsers accept at once. The others follow in the next flush. */
  flush(): void {
    const url = this.#ports.target();
    if (url === undefined) {
      this.clear();
      return;
    }
    if (this.#dropped > 0) {
      this.#waiting.unshift(waiting(this.#ports.describeDropped(this.#dropped)));
      this.#dropped = 0;
    }
    for (const batch of this.#takeBatches()) {
      const body = `[${batch.map(({ text }) => text).join(',')}]`;
      this.#ports.send(url, body, () => this.#retry(batch));
    }
    if (this.#waiting.length > 0) {
      this.#schedule();
    }
  }

  #takeBatches(): Waiting[][] {
    const batches: Waiting[][] = [];
    let bytes = 0;
    let count = 0;
    for (const entry of this.#waiting) {
      bytes += entry.bytes;
      if (bytes > MAX_BYTES && count > 0) {
        break;
      }
      if (count % MAX_BATCH === 0) {
        batches.push([]);
      }
      batches.at(-1)?.push(entry);
      count++;
    }
    this.#waiting.splice(0, count);
    return batches;
  }

  #retry(batch: readonly Waiting[]): void {
    const again = batch.filter(({ tries }) => tries < MAX_TRIES);
    if (again.length > 0 && this.#ports.target() !== undefined) {
      this.#waiting.unshift(...again.map((entry) => ({ ...entry, tries: entry.tries + 1 })));
      this.#drop();
      this.#schedule();
    }
  }

  #drop(): void {
    const excess = this.#waiting.length - CAPACITY;
    if (excess > 0) {
      this.#waiting.splice(0, excess);
      this.#dropped += excess;
    }
  }

  #schedule(): void {
    if (!this.#isScheduled) {
      this.#ports.later(() => {
        this.#isScheduled = false;
        this.flush();
      }, CADENCE_MS);
      this.#isScheduled = true;
    }
  }
}

/** Returns an entry that has not been sent. Its size includes the comma or bracket before and after it. */
function waiting(text: string): Waiting {
  let bytes = 2;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3; // a surrogate pair has 4 bytes, less than its two units count
  }
  return { text, bytes, tries: 1 };
}
