/** Log entries of the card on their way to the server. */

import { post } from './api.ts';

/** A log entry as the server takes it. */
export interface LogEntry {
  readonly level: string;
  readonly message: string;
  readonly session: string;
  readonly invocation: string | undefined;
  readonly trace: string;
}

/** How long entries wait for others, in ms. A person takes no notice. */
const PAUSE = 50;

/** How many entries a request has: the limit of the log listener. */
const BATCH = 100;

/** How many entries wait. More drop the oldest: a card may log without end. */
const MAX_WAITING = 10_000;

const waiting: LogEntry[] = [];
/** Whether entries are on their way, or about to be. */
let sends = false;

/** Adds an entry, which is sent with those that follow soon. */
export function sendLog(entry: LogEntry): void {
  waiting.push(entry);
  if (waiting.length > MAX_WAITING) {
    waiting.shift();
  }
  if (!sends) {
    sends = true;
    setTimeout(flush, PAUSE);
  }
}

async function flush(): Promise<void> {
  try {
    await post('log', { entries: waiting.splice(0, BATCH) });
  } catch (error) {
    console.warn('cannot deliver log entries', error); // the page shows them, too
  }
  sends = waiting.length > 0;
  if (sends) {
    setTimeout(flush, PAUSE);
  }
}
