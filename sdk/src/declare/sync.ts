/** Syncs: scheduled, pushed or hand-started work that brings rows into the CRM. */

import type { SyncHandlerContext } from '../context/handler.ts';
import type { AppObjectDefinition } from './app-object.ts';
import type { CapabilityBillingDeclaration } from './billing.ts';
import { ScheduleValidationError } from './error.ts';
import { declare, isDeclaration, isRecording, refuse } from './recorder.ts';
import { type ActionResult, ok } from './result.ts';
import { type NormalizedSyncSchedule, normalizeSyncSchedule } from './schedule.ts';
import type { PullSourceDefinition, PushSourceDefinition, SourceDefinition } from './source.ts';

/** What the handler of a sync may return. Nothing counts as `ok()`. */
export type SyncReturn = ActionResult | void | Promise<ActionResult | void>;

interface SyncBase {
  readonly label?: string;
  /** `5m`, `6h`, `1d`, a five-field cron expression (UTC), `event` or `manual`. Exact or rejected, never rounded. */
  readonly schedule: string;
  /** Where rows go: a CRM object type, or an app object of this app (or its id). */
  readonly into?: string | AppObjectDefinition;
  /** Name of a source's field to name of the destination's property. */
  readonly schema?: Readonly<Record<string, string>>;
  /** Whether the sync creates what is missing: nothing, properties, or object and properties. Default: false. */
  readonly manageSchema?: false | 'properties' | 'full';
  readonly billing?: CapabilityBillingDeclaration;
}

/** The options of `worker.sync(id, …)`. */
export interface SyncOptions extends SyncBase {
  /** The unique property of `into` that each row's key is written to. */
  readonly idProperty?: string;
  handler(ctx: SyncHandlerContext): SyncReturn;
}

/** The options of `worker.sync(source, …)`. */
export interface SourceSyncOptions extends SyncBase {
  /** Default: the source's name. */
  readonly id?: string;
  /** The unique property of `into` that each row's key is written to; a run without it is refused. */
  readonly idProperty: string;
  /** Runs after the rows are in. Default: reports success. */
  handler?(ctx: SyncHandlerContext): SyncReturn;
}

/** A declared sync. */
export interface SyncDefinition extends SyncBase {
  readonly kind: 'sync';
  readonly id: string;
  readonly idProperty?: string;
  readonly source?: PullSourceDefinition | PushSourceDefinition;
  readonly normalizedSchedule: NormalizedSyncSchedule;
  handler(ctx: SyncHandlerContext): SyncReturn;
}

const DEFAULT_HANDLER: symbol = Symbol.for('svc.defaultSyncHandler');

/** Whether a sync's handler (or a sync) is the default one, that of a source-backed sync that declares none. */
export function isDefaultSyncHandler(value: unknown): boolean {
  const handler = isDeclaration(value, 'sync') ? (value as SyncDefinition).handler : value;
  return typeof handler === 'function' && (handler as unknown as Record<symbol, unknown>)[DEFAULT_HANDLER] === true;
}

function defaultHandler(): SyncDefinition['handler'] {
  return Object.defineProperty(() => ok(), DEFAULT_HANDLER, { value: true });
}

declare const __SVC_WORKER__: true | undefined;

const SCHEDULE_OF_SYNC = 'schedule-event';

/** Normalizes a sync's schedule, or says why it cannot be. What only a rule of the checker reports stays out while recording. */
function scheduleOf(
  schedule: unknown,
  source: SourceDefinition | undefined,
): { normalized?: NormalizedSyncSchedule; error?: ScheduleValidationError } {
  if (isRecording() && (typeof schedule !== 'string' || schedule === '')) {
    return {}; // the checker finds a missing option and one that is no text by itself
  }
  try {
    const normalized = normalizeSyncSchedule(schedule as string);
    const pushes = source?.mode === 'push';
    if (pushes !== (normalized.kind === 'event') && !isRecording()) {
      const message = pushes
        ? `a sync of the push source "${source.name}" runs when its webhook fires, so its schedule must be 'event', not '${schedule}'`
        : `schedule 'event' is for syncs of a push source; declare the source with defineSource.push, or use an interval such as '15m', a cron expression or 'manual'`;
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
 * Builds a sync without registering it; `worker.sync` builds and registers in one go. Throws `ScheduleValidationError`
 * when its schedule fits no accepted form.
 */
export function sync(id: string, options: SyncOptions): SyncDefinition;
/** Builds the sync of a source; its id defaults to the source's name. Throws like the other form. */
export function sync(source: SourceDefinition, options: SourceSyncOptions): SyncDefinition;
export function sync(idOrSource: string | SourceDefinition, options: SyncOptions | SourceSyncOptions): SyncDefinition {
  const source = isDeclaration(idOrSource, 'source') ? (idOrSource as SourceDefinition) : undefined;
  // A deployed worker was checked when it was built, and its schedules are in the project's manifest.
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
