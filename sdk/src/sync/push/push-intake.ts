import type { PushSourceDefinition } from '../../capability/source.ts';
import type { SyncDefinition } from '../../capability/sync.ts';
import { isObject } from '../../platform/body.ts';
import { TIMED_OUT, withinLimit } from '../../platform/deadline.ts';
import { ERROR_STATUS, type ErrorCode, RouteError } from '../../platform/errors.ts';
import { inLanes } from '../../platform/lanes.ts';
import type { RecordedOutcome } from '../../platform/observation.ts';
import { isActorError } from '../../protocol/actor.ts';
import { callAgain } from '../../protocol/call-again.ts';
import type { InvocationReport } from '../../protocol/invocation.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { type Arrived, deliveryKey, type Failure, keepFailed, keptMs } from '../../protocol/keep-failed.ts';
import type { PostedRow } from '../../protocol/sync.ts';

/** Time limit of `receive`, in ms. It only maps one body to rows, and the sender waits. */
const RECEIVE_TIME_LIMIT_MS = 5_000;

/** `Retry-After` for a full inbox, in seconds. A sync empties it within minutes. */
const RETRY_AFTER_SECONDS = 60;

/** Installs written to concurrently. */
const INSTALLS_AT_ONCE = 20;

/** A verified post. */
export interface Posted {
  /** The body. */
  readonly event: unknown;
  /** The installs that get the rows. */
  readonly installs: readonly string[];
}

/** What the worker that received the post provides. */
export interface IntakeWorker {
  /** Begins the invocation of `receive` for a body, attributed to a sync that the source feeds. */
  begin(sync: SyncDefinition, event: unknown): InvocationReport;
  /** Returns a row as the inbox of a sync keeps it. */
  rowOf(sync: SyncDefinition, row: unknown): Promise<PostedRow>;
}

/**
 * Runs `receive` and writes its rows to the inbox of every install. Returns the number of rows. Invalid rows count too:
 * their syncs quarantine them, as those of a pull source. Throws a RouteError if the rows were not stored. The sender
 * posts all of them again, and repeated rows update records.
 */
export async function takePosted(
  context: RequestContext,
  source: PushSourceDefinition,
  { event, installs }: Posted,
  worker: IntakeWorker,
): Promise<number> {
  const syncs = [...context.worker.syncs.values()].filter((sync) => sync.source === source); // each gets all rows
  const begunAt = context.host.now();
  const keptCopies = copiesOf(context, source.name, { event, installs });
  const invocation = worker.begin(syncs[0] as SyncDefinition, event); // a push source has at least one sync
  try {
    const rows = await receivedRows(source, event, invocation, context.host.now());
    if (rows.length > 0) {
      const ofSyncs = await rowsOfSyncs(worker, syncs, rows);
      const delivery = await keptCopies.key();
      await storeRows(context, source.name, { syncs: ofSyncs, installs, delivery, begunAt });
    }
    invocation.end('ok', 200, false);
    return rows.length;
  } catch (error) {
    const code = error instanceof RouteError ? error.code : 'internal_error';
    invocation.end(RECORDED[code] ?? 'error', ERROR_STATUS[code], false);
    await keptCopies.keep({ status: ERROR_STATUS[code], error: code, message: messageOf(error), begunAt });
    throw error;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Recorded outcomes of refusals that are not errors of the app. */
const RECORDED: Partial<Record<ErrorCode, RecordedOutcome>> = { handler_timeout: 'timeout', inbox_full: 'retry-later' };

async function receivedRows(
  source: PushSourceDefinition,
  event: unknown,
  invocation: InvocationReport,
  now: number,
): Promise<readonly unknown[]> {
  const name = JSON.stringify(source.name);
  let received: unknown;
  try {
    received = await withinLimit(RECEIVE_TIME_LIMIT_MS, now, async () => source.receive({ event }));
    if (received !== TIMED_OUT) {
      return readRows(received);
    }
  } catch (thrown) {
    invocation.uncaught(thrown);
    throw new RouteError('handler_error', `receive of the source ${name} failed; see its log`);
  }
  throw new RouteError(
    'handler_timeout',
    `receive of the source ${name} did not end within ${RECEIVE_TIME_LIMIT_MS / 1000} seconds`,
  );
}

function readRows(received: unknown): readonly unknown[] {
  const rows = isObject(received) ? received['rows'] : undefined;
  if (!Array.isArray(rows)) {
    throw new TypeError('receive must return { rows: [{ key, data }, …] }');
  }
  return rows;
}

/** The rows of a post for one sync. */
interface SyncRows {
  readonly sync: string;
  readonly rows: readonly PostedRow[];
}

/** Prepares the rows for each sync, which has rules of its own. Invalid rows are quarantined when the sync runs. */
function rowsOfSyncs(
  { rowOf }: IntakeWorker,
  syncs: readonly SyncDefinition[],
  rows: readonly unknown[],
): Promise<SyncRows[]> {
  return Promise.all(
    syncs.map(async (sync) => ({ sync: sync.id, rows: await Promise.all(rows.map((row) => rowOf(sync, row))) })),
  );
}

/** Copies of a post that failed, one for each install, since a copy is erased with its install. */
function copiesOf(context: RequestContext, source: string, { event, installs }: Posted) {
  const isKept = keptMs(context.worker.app) > 0;
  const arrived = (): Arrived => {
    return { kind: 'source', target: source, identity: JSON.stringify(event), portalId: null, content: event };
  };
  return {
    async key(): Promise<string | undefined> {
      return isKept ? deliveryKey(context, arrived()) : undefined;
    },
    async keep(failure: Failure): Promise<void> {
      if (isKept) {
        await inLanes(INSTALLS_AT_ONCE, installs, (install) => keepFailed(context, install, arrived(), failure));
      }
    },
  };
}

interface Intake {
  readonly syncs: readonly SyncRows[];
  readonly installs: readonly string[];
  /** The post, of which an earlier attempt may have left copies. */
  readonly delivery: string | undefined;
  /** When the post came, in milliseconds since the epoch. */
  readonly begunAt: number;
}

/** Writes the rows to all inboxes. If one is full, the sender posts again, which updates the rows in the others. */
async function storeRows(
  { host, worker }: RequestContext,
  source: string,
  { syncs, installs, delivery, begunAt }: Intake,
): Promise<void> {
  const inboxes = installs.flatMap((install) => syncs.map((of) => ({ install, ...of })));
  const post = crypto.randomUUID();
  let isFull = false;
  await inLanes(INSTALLS_AT_ONCE, inboxes, async ({ install, sync, rows }) => {
    try {
      const args = { worker: worker.worker.name, sync, rows, post, delivery, callerBegunAt: begunAt };
      await callAgain(() => host.actor('InstallActor', install, 'inboxPut', args));
    } catch (error) {
      if (isActorError(error) && error.code === 'rows_too_many') {
        throw new RouteError(
          'payload_too_large',
          `the post has too many rows; post them in smaller parts: ${error.message}`,
        );
      }
      const code = isActorError(error) ? error.code : undefined;
      if (code !== 'inbox_full' && code !== 'install_replaced') {
        throw error;
      }
      isFull ||= code === 'inbox_full'; // rows that came for an erased install are not for the next one
    }
  });
  if (isFull) {
    const message = `the inbox of the source ${JSON.stringify(source)} is full; post again later`;
    const headers = { 'retry-after': String(RETRY_AFTER_SECONDS) };
    throw new RouteError('inbox_full', message, { retryAfterSeconds: RETRY_AFTER_SECONDS }, headers);
  }
}
