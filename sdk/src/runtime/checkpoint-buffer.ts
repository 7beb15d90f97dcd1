/**
 * Records of invocations on their way to the actors of their portals. They wait in this isolate until there are 50 of
 * them, or the oldest is a second old; no request ever waits for them. An isolate that is killed loses at most its last
 * second.
 *
 * Plain data only is kept between requests. Whoever puts the first record into an empty buffer keeps a timer of its
 * own; should that request be gone by then, the next one that comes sees that the buffer is overdue.
 */

import type { Entry } from '../checkpoints/row.ts';
import type { InvocationRecord } from './checkpoint.ts';
import type { BasePlace } from './site.ts';

/** How many records go at once. */
const FULL = 50;

/** How old the oldest record gets, in milliseconds. */
const OLDEST_MS = 1_000;

/** When the timer of the first request is taken for lost, in milliseconds. */
const OVERDUE_MS = 2 * OLDEST_MS;

/** How often a record is sent before it is given up. */
const ATTEMPTS = 3;

/** How many records wait while actors are away; the oldest are given up then. */
const MOST = 1_000;

/** The name of the actor that takes records of no known portal. */
export const NO_PORTAL = 'none';

interface Waiting {
  readonly portal: string;
  readonly entry: Entry;
  tries: number;
}

let waiting: Waiting[] = [];
let oldestSince = 0;

/** Takes the record of an invocation that has ended. */
export function keepRecord(place: BasePlace, record: InvocationRecord, crm429: number): void {
  const now = place.host.now();
  const isFirst = waiting.length === 0;
  waiting.push({ portal: String(record.portalId ?? NO_PORTAL), entry: entryOf(record, crm429), tries: 0 });
  if (isFirst) {
    oldestSince = now;
    place.waitUntil(flushSoon(place));
  } else if (waiting.length >= FULL || now - oldestSince > OVERDUE_MS) {
    place.waitUntil(flush(place));
  }
}

async function flushSoon(place: BasePlace): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, OLDEST_MS));
  await flush(place);
}

/** Sends what waits, a call for each portal. Never rejects. */
async function flush(place: BasePlace): Promise<void> {
  const portals = new Map<string, Waiting[]>();
  for (const one of waiting) {
    const others = portals.get(one.portal);
    if (others === undefined) {
      portals.set(one.portal, [one]);
    } else {
      others.push(one);
    }
  }
  waiting = [];
  await Promise.all([...portals].map(([portal, records]) => send(place, portal, records)));
}

async function send(place: BasePlace, portal: string, records: Waiting[]): Promise<void> {
  try {
    await place.host.actor('PortalActor', portal, 'record', { entries: records.map(({ entry }) => entry) });
  } catch {
    records.forEach((record) => (record.tries += 1));
    const again = records.filter(({ tries }) => tries < ATTEMPTS);
    const all = [...again, ...waiting];
    waiting = all.slice(-MOST);
    tellLost(place, records.length - again.length + all.length - waiting.length);
  }
}

/** Kept for the next flush are the others: a request that comes later carries them. */
function tellLost({ host }: BasePlace, count: number): void {
  if (count > 0) {
    const message = `${count} records of invocations could not be handed over, and are not in the summary`;
    host.log({ at: host.now(), level: 'warn', message, worker: 'runtime', capabilityId: null, kind: null, invocation: '' });
  }
}

function entryOf(record: InvocationRecord, crm429: number): Entry {
  const { deployId, worker, capabilityId, kind, surface, outcome, backpressure } = record;
  const { at, durationMs, crmCalls, crmWaitMs, errorFingerprint } = record;
  return {
    deployId,
    worker,
    capabilityId,
    kind,
    surface,
    outcome: backpressure ? 'backpressure' : outcome,
    at,
    durationMs,
    crmCalls,
    crmWaitMs,
    crm429,
    ...(errorFingerprint !== undefined && { errorFingerprint }),
  };
}
