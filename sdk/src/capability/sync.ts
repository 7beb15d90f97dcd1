import type { SyncHandlerContext } from '../context/handler.ts';
import type { CapabilityBillingDeclaration } from '../declare/billing.ts';
import { ScheduleValidationError } from '../declare/error.ts';
import type { ScheduleText } from '../declare/known-values.ts';
import { declare, isDeclaration, isRecording, refuse } from '../declare/recorder.ts';
import { type ActionResult, ok } from '../declare/result.ts';
import { type NormalizedSyncSchedule, normalizeSyncSchedule } from '../declare/schedule.ts';
import type { PullSourceDefinition, PushSourceDefinition, SourceDefinition } from './source.ts';
import type { SyncIdProperty, SyncSchema, SyncTarget } from './sync-target.ts';

/** What the handler of a sync may return. No value means `ok()`. */
export type SyncReturn = ActionResult | void | Promise<ActionResult | void>;

/** The options of every sync. */
interface SyncBase<Data = unknown, Into extends SyncTarget = SyncTarget> {
  /** The display name. */
  readonly label?: string;
  /**
   * When the sync runs: an interval such as `5m`, `6h` or `1d`, a five-field cron expression in UTC, `event` or
   * `manual`. A sync of a push source has `event`, and no other sync. A schedule that cron triggers cannot keep exactly
   * is rejected, not rounded.
   */
  readonly schedule: ScheduleText;
  /** The destination of the rows: a CRM object type, or an app object of this app, by its definition or id. */
  readonly into?: Into;
  /**
   * Property names of the destination, by field name of the row. A row is quarantined if one of the fields is missing,
   * or is not a string, finite number, boolean, date or null. Default: every field goes to the property of its name.
   */
  readonly schema?: SyncSchema<Data, Into>;
  /**
   * What the sync creates in the CRM if it is missing. `properties`: the properties in `schema`. `full`: these, and the
   * custom object type. No effect without `schema`. Existing properties never change. Default: false.
   */
  readonly manageSchema?: false | 'properties' | 'full';
  /** Which features the sync requires, and the meter on which it counts. Default: none. */
  readonly billing?: CapabilityBillingDeclaration;
}

/** The options of `worker.sync(id, …)`. */
export interface SyncOptions<Into extends SyncTarget = SyncTarget> extends SyncBase<unknown, Into> {
  /** The unique property of `into` that holds each row's key. */
  readonly idProperty?: SyncIdProperty<Into>;
  /** Does the work of one run, within 10 minutes. */
  handler(ctx: SyncHandlerContext): SyncReturn;
}

/** The options of `worker.sync(source, …)`. */
export interface SourceSyncOptions<Data = unknown, Into extends SyncTarget = SyncTarget> extends SyncBase<Data, Into> {
  /** The sync's id. Unique among the syncs of the worker. Default: the source's name. */
  readonly id?: string;
  /** The unique property of `into` that holds each row's key. A run without it fails. */
  readonly idProperty: SyncIdProperty<Into>;
  /** Runs after the rows are written, within 10 minutes. Default: reports success. */
  handler?(ctx: SyncHandlerContext): SyncReturn;
}

/** A declared sync. */
export interface SyncDefinition extends SyncBase {
  /** Always `sync`. */
  readonly kind: 'sync';
  /** The sync's id. Unique among the syncs of the worker. */
  readonly id: string;
  /** The unique property of `into` that holds each row's key. */
  readonly idProperty?: string;
  /** The source that feeds the sync. Absent when the handler does all the work. */
  readonly source?: PullSourceDefinition | PushSourceDefinition;
  /** The parsed `schedule`. */
  readonly normalizedSchedule: NormalizedSyncSchedule;
  /** The declared handler, or the default one. */
  handler(ctx: SyncHandlerContext): SyncReturn;
}

const DEFAULT_HANDLER: symbol = Symbol.for('svc.defaultSyncHandler');

/**
 * Reports whether a sync of a source has no handler of its own. Takes the sync, or the sync's handler.
 *
 * @example
 * import { defineSource, isDefaultSyncHandler, sync } from '@svc/sdk';
 *
 * const ledger = defineSource({ name: 'ledger', fetch: () => ({ rows: [] }) });
 * isDefaultSyncHandler(sync(ledger, { schedule: '1h', into: 'company', idProperty: 'ledger_id' })); // true
 */
export function isDefaultSyncHandler(value: unknown): boolean {
  const handler = isDeclaration(value, 'sync') ? (value as SyncDefinition).handler : value;
  return typeof handler === 'function' && (handler as unknown as Record<symbol, unknown>)[DEFAULT_HANDLER] === true;
}

function defaultHandler(): SyncDefinition['handler'] {
  return Object.defineProperty(() => ok(), DEFAULT_HANDLER, { value: true });
}

declare const __SVC_WORKER__: true | undefined;

const SCHEDULE_OF_SYNC = 'schedule-event';

/** Parses a sync's schedule. While recording, it leaves out the errors that rules of `svc check` report. */
function scheduleOf(
  schedule: unknown,
  source: SourceDefinition | undefined,
): { normalized?: NormalizedSyncSchedule; error?: ScheduleValidationError } {
  if (isRecording() && (typeof schedule !== 'string' || schedule === '')) {
    return {}; // rules report a missing schedule and one that is not a string
  }
  try {
    const normalized = normalizeSyncSchedule(schedule as string);
    const pushes = source?.mode === 'push';
    if (pushes !== (normalized.kind === 'event') && !isRecording()) {
      const message = pushes
        ? `invalid schedule '${schedule}': the webhook of push source "${source.name}" starts the sync; use 'event'`
        : "invalid schedule 'event': the sync has no push source; declare the source with defineSource.push, " +
          "or use an interval such as '15m', a cron expression or 'manual'";
      return { normalized, error: new ScheduleValidationError(message, schedule, SCHEDULE_OF_SYNC) };
    }
    return { normalized };
  } catch (error) {
    if (error instanceof ScheduleValidationError) {
      return { error };
    }
    throw error;
  }
}

/**
 * Builds a sync without registering it. With a source as its first argument, it builds a sync of that source.
 * `worker.sync` builds and registers in one call.
 *
 * @param idOrSource the sync's id, or the source that feeds it
 * @throws {ScheduleValidationError} when the schedule is invalid
 * @example
 * import { defineWorker, sync } from '@svc/sdk';
 *
 * const cleanUp = sync('clean-up', {
 *   schedule: '0 3 * * mon',
 *   async handler(ctx) {
 *     for (const { key } of await ctx.store.list('draft:')) {
 *       await ctx.store.delete(key);
 *     }
 *   },
 * });
 *
 * export default defineWorker('main', { use: [cleanUp] });
 */
export function sync<const Into extends SyncTarget = SyncTarget>(
  id: string,
  options: SyncOptions<Into>,
): SyncDefinition;
export function sync<Data, const Into extends SyncTarget = SyncTarget>(
  source: SourceDefinition<Data>,
  options: SourceSyncOptions<Data, Into>,
): SyncDefinition;
export function sync(idOrSource: string | SourceDefinition, options: SyncOptions | SourceSyncOptions): SyncDefinition {
  const source = isDeclaration(idOrSource, 'source') ? (idOrSource as SourceDefinition) : undefined;
  // The build of a deployed worker validated its schedules, which are in the project's manifest.
  const { normalized, error } = typeof __SVC_WORKER__ === 'undefined' ? scheduleOf(options?.schedule, source) : {};
  const definition: SyncDefinition = {
    ...options,
    kind: 'sync',
    id: source === undefined ? (idOrSource as string) : ((options as SourceSyncOptions | undefined)?.id ?? source.name),
    ...(source === undefined ? {} : { source }),
    normalizedSchedule: normalized ?? { kind: 'manual', expression: 'manual', crons: [] },
    handler: options?.handler ?? defaultHandler(),
  };
  declare('sync', [idOrSource, options], definition, { source, schedule: normalized });
  if (error !== undefined) {
    refuse(definition, error);
  }
  return definition;
}
