/** Takes what the sender of a push source posted: `receive` makes rows of it, and the rows become durable. */

import type { PushSourceDefinition, SourceRow } from '../../capability/source.ts';
import type { SyncDefinition } from '../../capability/sync.ts';
import { isObject } from '../../platform/body.ts';
import { Deadline, RECEIVE_TIME_LIMIT_MS, TIMED_OUT } from '../../platform/deadline.ts';
import { ERROR_STATUS, type ErrorCode, HttpError } from '../../platform/errors.ts';
import type { RecordedOutcome } from '../../platform/observation.ts';
import { isActorError } from '../../protocol/actor.ts';
import type { InvocationReport } from '../../protocol/invocation.ts';
import type { RequestContext } from '../../protocol/request-context.ts';

/** After how many seconds a sender that met a full inbox should come again: a sync empties it in runs of minutes. */
const RETRY_AFTER_SECONDS = 60;

/** How many installs are written to at a time. */
const INSTALLS_AT_ONCE = 20;

/**
 * Runs `receive`, and writes its rows to the inbox of every install. Gives how many rows there are.
 * Throws an HttpError when not all of it could be kept: the sender posts it again then, and rows that come twice update.
 */
export async function takePosted(
  context: RequestContext,
  source: PushSourceDefinition,
  event: unknown,
  installs: readonly string[],
  begin: (sync: SyncDefinition) => InvocationReport,
): Promise<number> {
  const syncs = syncsOf(context, source);
  const invocation = begin(syncs[0] as SyncDefinition); // push sources are known by their syncs
  try {
    const rows = await receivedRows(source, event, invocation, context.host.now());
    await keep(context, source.name, syncs, rows, installs);
    invocation.end('ok', 200, false);
    return rows.length;
  } catch (error) {
    const code = error instanceof HttpError ? error.code : 'internal_error';
    invocation.end(RECORDED[code] ?? 'error', ERROR_STATUS[code], false);
    throw error;
  }
}

/** How the refusals that are no errors of the app are recorded. */
const RECORDED: Partial<Record<ErrorCode, RecordedOutcome>> = { handler_timeout: 'timeout', inbox_full: 'retry-later' };

async function receivedRows(
  source: PushSourceDefinition,
  event: unknown,
  invocation: InvocationReport,
  now: number,
): Promise<readonly SourceRow[]> {
  const name = JSON.stringify(source.name);
  let received: unknown;
  try {
    received = await inTime(now, async () => source.receive({ event }));
    if (received !== TIMED_OUT) {
      return readRows(received);
    }
  } catch (thrown) {
    invocation.uncaught(thrown);
    throw new HttpError('handler_error', `the receive of the source ${name} failed; see its log`);
  }
  throw new HttpError(
    'handler_timeout',
    `the receive of the source ${name} did not end within ${RECEIVE_TIME_LIMIT_MS / 1000} seconds`,
  );
}

async function inTime<T>(now: number, run: () => Promise<T>): Promise<T | typeof TIMED_OUT> {
  const deadline = new Deadline(RECEIVE_TIME_LIMIT_MS, now);
  try {
    return await deadline.within(run());
  } finally {
    deadline.end();
  }
}

/** The syncs that the source feeds: each gets all rows. */
function syncsOf({ worker }: RequestContext, source: PushSourceDefinition): readonly SyncDefinition[] {
  return [...worker.syncs.values()].filter((sync) => sync.source === source);
}

function readRows(received: unknown): readonly SourceRow[] {
  const rows = isObject(received) ? received['rows'] : undefined;
  if (!Array.isArray(rows)) {
    throw new TypeError('receive must give { rows: [{ key, data }, …] }');
  }
  return rows.map((row: unknown, i) => {
    const { key, data } = isObject(row) ? row : ({} as Record<string, unknown>);
    if (typeof key !== 'string' || key === '') {
      throw new TypeError(`the key of row ${i} must be a text that is not empty: it tells the row apart, for good`);
    }
    if (JSON.stringify(data) === undefined) {
      throw new TypeError(`the data of row ${i} (${JSON.stringify(key)}) is not JSON`);
    }
    return { key, data };
  });
}

/** Writes the rows to all inboxes. What one of them has no room for comes again, and updates what the others have. */
async function keep(
  { host, worker }: RequestContext,
  source: string,
  syncs: readonly SyncDefinition[],
  rows: readonly SourceRow[],
  installs: readonly string[],
): Promise<void> {
  const left =
    rows.length === 0 ? [] : installs.flatMap((install) => syncs.map((sync) => ({ install, sync: sync.id })));
  let isFull = false;
  const write = async () => {
    for (let to = left.shift(); to !== undefined; to = left.shift()) {
      const { install, sync } = to;
      try {
        await host.actor('InstallActor', install, 'inboxPut', { worker: worker.worker.name, sync, rows });
      } catch (error) {
        if (isActorError(error) && error.code === 'rows_too_many') {
          throw new HttpError(
            'payload_too_large',
            `what was posted makes too many rows; post it in smaller parts: ${error.message}`,
          );
        }
        if (isActorError(error) && error.code === 'value_too_large') {
          throw new HttpError(
            'payload_too_large',
            'a row of what was posted has more than 1 MiB of JSON: one of this length is never kept',
          );
        }
        if (!isActorError(error) || error.code !== 'inbox_full') {
          throw error;
        }
        isFull = true;
      }
    }
  };
  await Promise.all(Array.from({ length: INSTALLS_AT_ONCE }, write));
  if (isFull) {
    const message = `rows of the source ${JSON.stringify(source)} wait to be written, and there is no room for more; post it again later`;
    const headers = { 'retry-after': String(RETRY_AFTER_SECONDS) };
    throw new HttpError('inbox_full', message, { retryAfterSeconds: RETRY_AFTER_SECONDS }, headers);
  }
}
