/**
 * Records of invocations on their way to the actors of their portals. They wait in this isolate until there are 50 of
 * them, or the oldest is a second old; no request ever waits for them. An isolate that is killed loses at most its last
 * second.
 *
 * Plain data only is kept between requests. Whoever puts the first record into an empty buffer keeps a timer of its
 * own; should that request be gone by then, the next one that comes sees that the buffer is overdue.
 */

import type { Entry } from '../../checkpoints/row.ts';
import type { InvocationRecord } from '../../platform/observation.ts';
import type { BaseRequestContext } from '../../protocol/request-context.ts';

/** How many records go at once. */
const FULL = 50;

/** How old the oldest record gets, in milliseconds. */
const OLDEST_MS = 1_000;

/** When the timer of the first request is taken for lost, in milliseconds. */
const OVERDUE_MS = 2 * OLDEST_MS;

/** How often a batch is sent before it is given up. */
const ATTEMPTS = 3;

/** How many records wait while actors are away; the oldest are given up then. */
const MOST = 1_000;

/** The name of the actor that takes records of no known portal. */
export const NO_PORTAL = 'none';

interface Waiting {
  readonly portal: string;
  readonly entry: Entry;
}

/** Records that go together. An actor takes each batch once, however often it is sent: an answer may be lost. */
interface Batch {
  readonly id: string;
  readonly portal: string;
  readonly entries: Entry[];
  tries: number;
}

let waiting: Waiting[] = [];
let oldestSince = 0;
/** What could not be handed over, to be sent again. */
let unsent: Batch[] = [];

/** Takes the record of an invocation that has ended. */
export function keepRecord(context: BaseRequestContext, record: InvocationRecord, crm429: number): void {
  const now = context.host.now();
  const isFirst = waiting.length === 0;
  waiting.push({ portal: String(record.portalId ?? NO_PORTAL), entry: entryOf(record, crm429) });
  if (isFirst) {
    oldestSince = now;
    context.waitUntil(flushSoon(context));
  } else if (waiting.length >= FULL || now - oldestSince > OVERDUE_MS) {
    context.waitUntil(flush(context));
  }
}

async function flushSoon(context: BaseRequestContext): Promise<void> {
  await aSecond();
  await flush(context);
}

/** Sends what waits, a call for each portal; what fails is sent again by this request, or by one that comes. Never rejects. */
async function flush(context: BaseRequestContext): Promise<void> {
  await sendAll(context);
  for (let tries = 1; tries < ATTEMPTS && unsent.length > 0; tries++) {
    await aSecond();
    await sendAll(context);
  }
}

/** By a timer of the request that waits. */
function aSecond(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, OLDEST_MS));
}

async function sendAll(context: BaseRequestContext): Promise<void> {
  const batches = [...unsent, ...batchesOf(waiting)];
  waiting = [];
  unsent = [];
  await Promise.all(batches.map((batch) => send(context, batch)));
}

function batchesOf(records: readonly Waiting[]): Batch[] {
  const portals = new Map<string, Batch>();
  for (const { portal, entry } of records) {
    const batch = portals.get(portal) ?? { id: batchId(), portal, entries: [], tries: 0 };
    batch.entries.push(entry);
    portals.set(portal, batch);
  }
  return [...portals.values()];
}

/** 48 random bits: unlike the hundred batches that an actor remembers, and short, since it writes them down each time. */
const batchId = () => crypto.randomUUID().slice(0, 13);

async function send(context: BaseRequestContext, batch: Batch): Promise<void> {
  try {
    await context.host.actor('PortalActor', batch.portal, 'record', { batch: batch.id, entries: batch.entries });
  } catch {
    batch.tries += 1;
    unsent.push(batch);
    tellLost(
      context,
      unsent.filter(({ tries }) => tries >= ATTEMPTS),
    );
    unsent = unsent.filter(({ tries }) => tries < ATTEMPTS);
    while (unsent.reduce((sum, { entries }) => sum + entries.length, 0) > MOST) {
      tellLost(context, unsent.splice(0, 1));
    }
  }
}

function tellLost({ host }: BaseRequestContext, batches: readonly Batch[]): void {
  const count = batches.reduce((sum, { entries }) => sum + entries.length, 0);
  if (count > 0) {
    const message = `${count} records of invocations could not be handed over, and are not in the summary`;
    host.log({
      at: host.now(),
      level: 'warn',
      message,
      worker: 'runtime',
      capabilityId: null,
      kind: null,
      invocation: '',
    });
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
