/**
 * Buffers invocation records for the actors of their portals. The buffer is flushed at 500 records, or when the oldest
 * is one second old. No request waits for it. An isolate that is killed loses at most its last second.
 *
 * Only plain data is kept between requests. The request that adds the first record starts a timer. If that request is
 * gone when the timer is due, the next one flushes the overdue buffer.
 */

import type { Entry, Failure } from '../../checkpoints/row.ts';
import type { InvocationRecord } from '../../platform/observation.ts';
import type { BaseRequestContext } from '../../protocol/request-context.ts';
import { OWN_TIMER } from '../../platform/deadline.ts';

/** Number of records that triggers a flush. Each flush is a call and a stored transaction. A record has 300 bytes. */
const FULL = 500;

/** Maximum age of the oldest record, in ms. */
const OLDEST_MS = 1_000;

/** Age at which the first request's timer is considered lost, in ms. */
const OVERDUE_MS = 2 * OLDEST_MS;

/** Maximum number of attempts per batch. */
const ATTEMPTS = 3;

/** Maximum number of unsent records while actors are unavailable. The oldest are dropped first. */
const MAX_UNSENT = 1_000;

/** Name of the actor for records without a portal. */
const NO_PORTAL = 'none';

interface Waiting {
  readonly portal: string;
  readonly entry: Entry;
}

/** Records of one call. Actors deduplicate batches by id, since a response may be lost. */
interface Batch {
  readonly id: string;
  readonly portal: string;
  readonly entries: Entry[];
  tries: number;
}

let waiting: Waiting[] = [];
let oldestSince = 0;
/** Batches that failed and are retried. */
let unsent: Batch[] = [];

/** Adds the record of an ended invocation. */
export function keepRecord(
  context: BaseRequestContext,
  record: InvocationRecord,
  crm429: number,
  failure?: Failure,
): void {
  const now = context.host.now();
  const isFirst = waiting.length === 0;
  waiting.push({ portal: String(record.portalId ?? NO_PORTAL), entry: entryOf(record, crm429, failure) });
  if (isFirst) {
    oldestSince = now;
    context.waitUntil(flushLater(context, waiting));
  } else if (waiting.length >= FULL || now - oldestSince > OVERDUE_MS) {
    context.waitUntil(flush(context));
  }
}

/** Flushes the buffer after a second, unless it was flushed before. */
async function flushLater(context: BaseRequestContext, buffer: readonly Waiting[]): Promise<void> {
  await aSecond();
  if (buffer === waiting) {
    await flush(context);
  }
}

/** Sends the buffer, one call per portal. This request, or a later one, retries failures. Never rejects. */
async function flush(context: BaseRequestContext): Promise<void> {
  await sendAll(context);
  for (let tries = 1; tries < ATTEMPTS && unsent.length > 0; tries++) {
    await aSecond();
    await sendAll(context);
  }
}

function aSecond(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, OLDEST_MS, OWN_TIMER));
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

/** 48 random bits: unique among the 100 batches that an actor remembers, and short, since it stores them each time. */
const batchId = () => crypto.randomUUID().slice(0, 13);

async function send(context: BaseRequestContext, batch: Batch): Promise<void> {
  try {
    await context.host.actor('PortalActor', batch.portal, 'record', { batch: batch.id, entries: batch.entries });
  } catch {
    batch.tries += 1;
    unsent.push(batch);
    logDropped(
      context,
      unsent.filter(({ tries }) => tries >= ATTEMPTS),
    );
    unsent = unsent.filter(({ tries }) => tries < ATTEMPTS);
    while (unsent.reduce((sum, { entries }) => sum + entries.length, 0) > MAX_UNSENT) {
      logDropped(context, unsent.splice(0, 1));
    }
  }
}

function logDropped({ host }: BaseRequestContext, batches: readonly Batch[]): void {
  const count = batches.reduce((sum, { entries }) => sum + entries.length, 0);
  if (count > 0) {
    const message = `dropped ${count} invocation records; the summary does not include them`;
    const origin = { worker: 'runtime', capabilityId: null, kind: null, invocation: '' };
    host.log({ at: host.now(), level: 'warn', message, ...origin });
  }
}

function entryOf(record: InvocationRecord, crm429: number, failure: Failure | undefined): Entry {
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
    errorFingerprint,
    failure,
  };
}
