import type { PushSourceDefinition, SourceRow } from '../../capability/source.ts';
import type { SyncDefinition } from '../../capability/sync.ts';
import { isObject } from '../../platform/body.ts';
import { RECEIVE_TIME_LIMIT_MS, TIMED_OUT, withinLimit } from '../../platform/deadline.ts';
import { ERROR_STATUS, type ErrorCode, RouteError } from '../../platform/errors.ts';
import { inLanes } from '../../platform/lanes.ts';
import type { RecordedOutcome } from '../../platform/observation.ts';
import { isActorError } from '../../protocol/actor.ts';
import type { InvocationReport } from '../../protocol/invocation.ts';
import type { RequestContext } from '../../protocol/request-context.ts';

/** `Retry-After` for a full inbox, in seconds. A sync empties it within minutes. */
const RETRY_AFTER_SECONDS = 60;

/** Installs written to concurrently. */
const INSTALLS_AT_ONCE = 20;

/**
 * Runs `receive` and writes its rows to the inbox of every install. Returns the number of rows.
 * Throws a RouteError if a row was not stored. The sender posts all of them again, and repeated rows update records.
 */
export async function takePosted(
  context: RequestContext,
  source: PushSourceDefinition,
  event: unknown,
  installs: readonly string[],
  begin: (sync: SyncDefinition) => InvocationReport,
): Promise<number> {
  const syncs = [...context.worker.syncs.values()].filter((sync) => sync.source === source); // each gets all rows
  const invocation = begin(syncs[0] as SyncDefinition); // a push source has at least one sync
  try {
    const rows = await receivedRows(source, event, invocation, context.host.now());
    await storeRows(context, source.name, { syncs, rows, installs });
    invocation.end('ok', 200, false);
    return rows.length;
  } catch (error) {
    const code = error instanceof RouteError ? error.code : 'internal_error';
    invocation.end(RECORDED[code] ?? 'error', ERROR_STATUS[code], false);
    throw error;
  }
}

/** Recorded outcomes of refusals that are not errors of the app. */
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

function readRows(received: unknown): readonly SourceRow[] {
  const rows = isObject(received) ? received['rows'] : undefined;
  if (!Array.isArray(rows)) {
    throw new TypeError('receive must return { rows: [{ key, data }, …] }');
  }
  return rows.map((row: unknown, i) => {
    const { key, data } = isObject(row) ? row : ({} as Record<string, unknown>);
    if (typeof key !== 'string' || key === '') {
      throw new TypeError(`invalid key of row ${i}: expected a string that is not empty and always identifies the row`);
    }
    if (JSON.stringify(data) === undefined) {
      throw new TypeError(`invalid data of row ${i} (${JSON.stringify(key)}): expected a JSON value`);
    }
    return { key, data };
  });
}

interface Intake {
  readonly syncs: readonly SyncDefinition[];
  readonly rows: readonly SourceRow[];
  readonly installs: readonly string[];
}

/** Writes the rows to all inboxes. If one is full, the sender posts again, which updates the rows in the others. */
async function storeRows(
  { host, worker }: RequestContext,
  source: string,
  { syncs, rows, installs }: Intake,
): Promise<void> {
  const inboxes =
    rows.length === 0 ? [] : installs.flatMap((install) => syncs.map((sync) => ({ install, sync: sync.id })));
  let isFull = false;
  await inLanes(INSTALLS_AT_ONCE, inboxes, async ({ install, sync }) => {
    try {
      await host.actor('InstallActor', install, 'inboxPut', { worker: worker.worker.name, sync, rows });
    } catch (error) {
      if (isActorError(error) && error.code === 'rows_too_many') {
        throw new RouteError(
          'payload_too_large',
          `the post has too many rows; post them in smaller parts: ${error.message}`,
        );
      }
      if (isActorError(error) && error.code === 'value_too_large') {
        throw new RouteError(
          'payload_too_large',
          'a posted row has more than 1 MiB of JSON, which is the limit of a row',
        );
      }
      if (!isActorError(error) || error.code !== 'inbox_full') {
        throw error;
      }
      isFull = true;
    }
  });
  if (isFull) {
    const message = `the inbox of the source ${JSON.stringify(source)} is full; post again later`;
    const headers = { 'retry-after': String(RETRY_AFTER_SECONDS) };
    throw new RouteError('inbox_full', message, { retryAfterSeconds: RETRY_AFTER_SECONDS }, headers);
  }
}
