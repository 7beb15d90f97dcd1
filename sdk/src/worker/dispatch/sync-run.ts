/**
 * Runs one step of a sync for one install: rows first, if the sync has a source, then its handler. The install's actor
 * grants and ends each step (see actors/install/run-steps.ts), so that only one runs at a time.
 */

import { isDefaultSyncHandler, type SyncDefinition } from '../../capability/sync.ts';
import type { SyncHandlerContext } from '../../context/handler.ts';
import { CrmBackpressure } from '../../crm/gate/backpressure.ts';
import { type ActionResult, ok, retryLater } from '../../declare/result.ts';
import { TIME_LIMIT_MS } from '../../platform/deadline.ts';
import { edgePlan } from '../../platform/edge-plan.ts';
import { RouteError } from '../../platform/errors.ts';
import type { RawRequest } from '../../platform/raw-request.ts';
import { isActorError } from '../../protocol/actor.ts';
import { callAgain } from '../../protocol/call-again.ts';
import { HANDLER_HELD_MS, heldMsOf, STEP_END_MS } from '../../protocol/held.ts';
import type { BoundInstall } from '../../protocol/install.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import type { Grant, StepEnd, SyncRun } from '../../protocol/sync.ts';
import { makeSyncMemory } from '../../sync/memory.ts';
import { type SyncPort, syncPort } from '../../sync/port.ts';
import { sourceExtension } from '../../sync/source-extension.ts';
import { NO_OBJECT } from '../context/context.ts';
import { crmOptions } from '../install/crm-options.ts';
import type { Invocation } from '../invocation/invocation.ts';
import type { Dispatch } from '../invocation/job.ts';
import type { Outcome } from '../invocation/outcome.ts';

/** The run in a response. */
type ShownRun = Pick<SyncRun, 'id' | 'status' | 'counts' | 'waitsUntil'>;

/**
 * Returns the dispatch of one step.
 * @param granted the grant from the install's alarm; without it, a manual run requests one from the actor
 */
export function syncRunOf(
  context: RequestContext,
  sync: SyncDefinition,
  install: BoundInstall,
  request: RawRequest,
  granted?: Grant,
): Dispatch {
  const step = new SyncStep(context, sync, install, granted);
  return {
    context,
    capability: { ...sync, handler: (ctx: SyncHandlerContext) => step.run(ctx) },
    surface: 'sync',
    input: {},
    request,
    install,
    enrolledObject: NO_OBJECT,
    timeoutMs: step.timeoutMs,
    deliveryKey: step.id, // billing counts a run once
    members(invocation) {
      step.invocation = invocation;
      return { sync: makeSyncMemory(() => step.port) };
    },
    begin: () => step.begin(),
    conclude: (outcome) => step.conclude(outcome),
  };
}

class SyncStep {
  invocation: Invocation | undefined;
  readonly timeoutMs: number;
  /** Id of the run, unless a manual run resumes a waiting one. */
  readonly id: string;
  readonly #place: RequestContext;
  readonly #sync: SyncDefinition;
  readonly #install: BoundInstall;
  readonly #isManual: boolean;
  #grant: Grant | undefined;
  /** How the rows ended, if that differs from the outcome. */
  #end: StepEnd | undefined;

  constructor(context: RequestContext, sync: SyncDefinition, install: BoundInstall, granted: Grant | undefined) {
    this.#place = context;
    this.#sync = sync;
    this.#install = install;
    this.#isManual = granted === undefined;
    this.#grant = granted;
    this.id = granted?.run ?? crypto.randomUUID();
    this.timeoutMs = this.#hasHandler ? TIME_LIMIT_MS.sync : edgePlan(context.env).stepMs + 2 * STEP_END_MS;
  }

  get #hasHandler(): boolean {
    return this.#sync.source === undefined || !isDefaultSyncHandler(this.#sync.handler);
  }

  get port(): SyncPort {
    return syncPort(this.#place.host, this.#install.id ?? '', this.#grant as Grant);
  }

  /** Checks that the sync can run, and requests the step of a manual run. @throws RouteError */
  async begin(): Promise<void> {
    const { source, id: sync } = this.#sync;
    const { host, worker, env } = this.#place;
    const { id: install } = this.#install;
    if (install === null) {
      throw new RouteError('install_not_found', 'a sync needs an install, but the request names none');
    }
    if (source !== undefined) {
      sourceExtension.part.check(this.#sync);
    }
    if (!this.#isManual) {
      return;
    }
    const phase = source === undefined ? 'handler' : 'rows';
    const args = { worker: worker.worker.name, sync, id: this.id, phase, heldMs: heldMsOf(phase, edgePlan(env)) };
    try {
      // Repeated if the answer is lost: no other caller ends the step that was granted.
      this.#grant = (await callAgain(() => host.actor('InstallActor', install, 'syncBegin', args))) as Grant;
    } catch (error) {
      const isRunning = isActorError(error) && error.code === 'sync_already_running';
      throw isRunning ? new RouteError('sync_already_running', error.message, { capabilityId: sync }) : error;
    }
  }

  async run(ctx: SyncHandlerContext): Promise<ActionResult | void> {
    const grant = this.#grant as Grant;
    const { source } = this.#sync;
    if (source !== undefined && grant.phase === 'rows') {
      const install = this.#install as BoundInstall & { readonly id: string };
      const invocation = this.invocation as Invocation;
      const end = await sourceExtension.part.rows({
        context: this.#place,
        sync: this.#sync,
        install,
        grant,
        invocation,
        crmOptions: (context, deadlineSignal) => crmOptions(context, install, invocation, deadlineSignal),
      });
      if (end.kind === 'more') {
        this.#end = { kind: 'more' };
        return ok();
      }
      if (end.kind === 'stumbled') {
        this.#end = { kind: 'stumbled', message: end.message };
        return retryLater(end.message);
      }
      if (end.kind === 'failed') {
        this.#end = { kind: 'ended', status: 'failed', message: end.message };
        throw new Error(end.message);
      }
    }
    if (source !== undefined && this.#hasHandler) {
      await this.port.hold(HANDLER_HELD_MS); // the grant was for a step of rows
    }
    return this.#hasHandler ? this.#sync.handler(ctx) : ok();
  }

  async conclude(outcome: Outcome): Promise<ShownRun> {
    const { id, status, counts, waitsUntil } = await this.#ended(this.#end ?? this.#endOf(outcome));
    return { id, status, ...(counts !== undefined && { counts, ...(waitsUntil !== undefined && { waitsUntil }) }) };
  }

  /** Ends the step. @throws RouteError if the run has gone on or ended without it */
  async #ended(end: StepEnd): Promise<SyncRun> {
    try {
      return await this.port.end(end);
    } catch (error) {
      const isStale = isActorError(error) && error.code === 'stale_run';
      throw isStale ? new RouteError('stale_run', error.message) : error;
    }
  }

  #endOf(outcome: Outcome): StepEnd {
    const now = this.#place.host.now();
    // The caller of a manual run retries the handler. The actor resumes rows.
    const comesAgain = this.#isManual && this.#sync.source === undefined ? { comesAgain: false as const } : {};
    switch (outcome.status) {
      case 'ok':
        return { kind: 'ended', status: 'succeeded' };
      case 'backpressure': {
        const { message } = new CrmBackpressure(outcome.retryAfterSeconds);
        return { kind: 'waiting', until: now + outcome.retryAfterSeconds * 1000, message, ...comesAgain };
      }
      case 'retry-later': {
        const { message, retryAfterSeconds: wait } = outcome;
        const isTime = typeof wait === 'number' && Number.isFinite(wait) && wait >= 0;
        return { kind: 'waiting', message, ...(isTime && { until: now + wait * 1000 }), ...comesAgain };
      }
      case 'block':
        return { kind: 'ended', status: 'cancelled', message: outcome.message };
      case 'error':
        return this.#sync.source !== undefined && outcome.code === 'handler_timeout'
          ? { kind: 'stumbled', message: outcome.message }
          : { kind: 'ended', status: 'failed', message: outcome.message };
      default:
        return { kind: 'ended', status: 'failed', message: outcome.message };
    }
  }
}
