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

/** How long the first entries wait for others, in ms. A person takes no notice. */
const PAUSE = 50;

/** How many entries a request has: the limit of the log listener. */
const BATCH = 100;

/** How many UTF-16 units of a message are sent, as by the logger of the SDK. */
const LONGEST = 8_192;

/** How many UTF-16 units the messages of a request have as JSON. The server reads 2 MiB, and a unit takes 3 bytes. */
const MAX_UNITS = 500_000;

/** How many entries wait. More drop the oldest: a card may log without end. */
const MAX_WAITING = 10_000;

const waiting: LogEntry[] = [];
/** How many entries were dropped, or not delivered, since the last delivery. */
let dropped = 0;
/** Whether entries are on their way, or about to be. */
let sends = false;

/** Adds an entry, which is sent with those that follow soon. */
export function sendLog(entry: LogEntry): void {
  waiting.push({ ...entry, message: cut(entry.message) });
  if (waiting.length > MAX_WAITING) {
    waiting.shift();
    dropped++;
  }
  if (!sends) {
    sends = true;
    setTimeout(flush, PAUSE);
  }
}

function cut(message: string): string {
  const note = `… [cut: ${message.length} characters]`;
  return message.length > LONGEST ? message.slice(0, LONGEST - note.length) + note : message;
}

/** Takes as many entries as fit in a request: one at least. */
function take(limit: number): LogEntry[] {
  let units = 0;
  let count = 0;
  for (const { message } of waiting.slice(0, limit)) {
    units += JSON.stringify(message).length;
    if (units > MAX_UNITS && count > 0) {
      break;
    }
    count++;
  }
  return waiting.splice(0, count);
}

/** Returns the entry that counts those that were dropped before the first of a request; none if none were. */
function reportDropped([first]: readonly LogEntry[]): LogEntry[] {
  if (dropped === 0 || first === undefined) {
    return [];
  }
  return [{ ...first, level: 'warn', invocation: undefined, message: `${dropped} older entries were dropped` }];
}

async function flush(): Promise<void> {
  const entries = take(BATCH - 1);
  const report = reportDropped(entries);
  const before = dropped;
  dropped = 0;
  try {
    await post('log', { entries: [...report, ...entries] });
  } catch (error) {
    dropped += before + entries.length;
    console.warn('cannot deliver log entries', error); // the page shows them, too
  }
  sends = waiting.length > 0;
  if (sends) {
    setTimeout(flush, waiting.length < BATCH ? PAUSE : 0);
  }
}
