/**
 * Runs sources: fetches the rows of pull sources, receives those of push sources, and writes both to the CRM. A
 * declared source imports it (see capability/source.ts), so that bundles of workers without sources do not contain it.
 */

import type { PushSourceDefinition } from '../capability/source.ts';
import type { SyncDefinition } from '../capability/sync.ts';
import { makeCrmClient } from '../crm/client.ts';
import { isBackpressure } from '../crm/gate/backpressure.ts';
import { crmOrigin } from '../crm/origin.ts';
import { pathOf } from '../crm/path.ts';
import type { CrmOptions } from '../crm/send.ts';
import { type DeadlineSignal, TIMED_OUT, withinLimit } from '../platform/deadline.ts';
import { edgePlan } from '../platform/edge-plan.ts';
import { RouteError } from '../platform/errors.ts';
import { makeHttpClient } from '../platform/http-client.ts';
import { untilTimeIsUp } from '../platform/time-limit.ts';
import { appIdOf } from '../protocol/app-object-names.ts';
import { STEP_END_MS } from '../protocol/held.ts';
import type { BoundInstall } from '../protocol/install.ts';
import type { InvocationReport } from '../protocol/invocation.ts';
import type { RequestContext } from '../protocol/request-context.ts';
import type { Grant } from '../protocol/sync.ts';
import { appObjectOf, type Into, objectTypeOf } from './into.ts';
import { manageSchema } from './manage-schema.ts';
import { syncPort } from './port.ts';
import { type PostedCall, postedRows, type ReceivingWorker } from './push/posted.ts';
import { postedRow, type RowRules } from './rows.ts';
import { type IntakeWorker, type Posted, takePosted } from './push/push-intake.ts';
import type { RowsStep } from './rows-step.ts';
import { type RowsEnd, runRows } from './run-rows.ts';
import { credentialsOf } from './source/credentials.ts';
import { PermanentSyncError, TransientSyncError } from './source/sync-errors.ts';
import { sourceFetch } from './source/source-fetch.ts';

/** A step of a run that writes rows. */
export interface EngineStep {
  /** What serves the step. */
  readonly context: RequestContext;
  /** The sync. */
  readonly sync: SyncDefinition;
  /** The install that the run belongs to. */
  readonly install: BoundInstall & {
    /** The install's id. */
    readonly id: string;
  };
  /** The lease of the step. */
  readonly grant: Grant;
  /** The invocation that reports logs and errors. */
  readonly invocation: Pick<InvocationReport, 'logger' | 'uncaught'>;
  /** Returns the options of the install's CRM client. */
  crmOptions(context: RequestContext, deadlineSignal: DeadlineSignal): CrmOptions;
}

/** The end of a step. An exhausted rate budget throws CrmBackpressure instead. */
export type EngineEnd = EngineDone | EngineFailure;

/** A step that wrote rows. */
export interface EngineDone {
  /** What remains of the run. */
  readonly kind: RowsEnd;
}

/** A step that failed. */
export interface EngineFailure {
  /** A transient failure, named as in the step's report to the actor, or a permanent one (`failed`). */
  readonly kind: 'stumbled' | 'failed';
  /** What failed. */
  readonly message: string;
}

/** Runs sources. */
export interface SourceEngine {
  /** Answers a post to a push source. */
  receive(call: PostedCall, source: PushSourceDefinition, worker: Omit<ReceivingWorker, 'rowOf'>): Promise<Response>;
  /** Receives a post again that was verified before. Throws a RouteError if it fails. */
  replay(
    context: RequestContext,
    source: PushSourceDefinition,
    posted: Posted,
    begin: IntakeWorker['begin'],
  ): Promise<number>;
  /** Throws a RouteError if the sync cannot run. Nothing is written then. */
  check(sync: SyncDefinition): void;
  /** Runs one step: fetches rows and writes them to the CRM. */
  rows(step: EngineStep): Promise<EngineEnd>;
}

/** Runs the sources of a worker. The build attaches it to declared sources. */
export const sourceEngine: SourceEngine = {
  receive: (call, source, worker) =>
    postedRows(call, source, { ...worker, rowOf: (sync, row) => postedRow(postedRules(call, sync), row) }),
  replay: (context, source, posted, begin) =>
    takePosted(context, source, posted, { begin, rowOf: (sync, row) => postedRow(postedRules(context, sync), row) }),
  check({ id, idProperty, into }) {
    const refuse = (code: 'missing_id_property' | 'invalid_input', why: string) =>
      new RouteError(code, `the sync ${JSON.stringify(id)} has a source and ${why}; nothing was written`, {
        capabilityId: id,
      });
    // Without a property for its key, a row would become a new record in each run.
    if (typeof idProperty !== 'string' || idProperty === '') {
      throw refuse('missing_id_property', 'no idProperty to identify its rows');
    }
    if (into === undefined) {
      throw refuse('invalid_input', 'no into to name the object type of its rows');
    }
  },
  async rows(step) {
    const plan = edgePlan(step.context.env);
    const limitMs = plan.stepMs + STEP_END_MS;
    try {
      const end = await withinLimit(limitMs, step.context.host.now(), (deadlineSignal) =>
        stepRows(step, deadlineSignal),
      );
      return end === TIMED_OUT
        ? { kind: 'stumbled', message: `a step did not end within ${limitMs / 1000} seconds` }
        : { kind: end };
    } catch (error) {
      if (error instanceof PermanentSyncError || error instanceof TransientSyncError) {
        return { kind: error instanceof PermanentSyncError ? 'failed' : 'stumbled', message: error.message };
      }
      if (isBackpressure(error)) {
        throw error;
      }
      step.invocation.uncaught(error); // the actor or the CRM did not respond; another step reconciles
      return { kind: 'stumbled', message: 'a step failed; see the log of the worker' };
    }
  },
};

/** Returns how the rows of a sync become records. */
function rulesOf({ worker }: RequestContext, sync: SyncDefinition, { idProperty, schema, nameOf }: Into): RowRules {
  return { worker: worker.worker.name, sync: sync.id, idProperty, schema, nameOf };
}

/** Returns the rules for posted rows. Whether a row is valid does not depend on the names that the CRM has. */
function postedRules(context: RequestContext, sync: SyncDefinition): RowRules {
  return rulesOf(context, sync, objectTypeOf(context.worker.app, sync));
}

async function stepRows(
  { context: whole, sync, install, grant, invocation, crmOptions }: EngineStep,
  deadlineSignal: DeadlineSignal,
): Promise<RowsEnd> {
  const { source } = sync;
  if (source === undefined) {
    return 'in';
  }
  const plan = edgePlan(whole.env);
  const { context, calls } = counted(untilTimeIsUp(whole, deadlineSignal), plan.mostCalls, deadlineSignal);
  const { host, worker } = context;
  const options = crmOptions(context, deadlineSignal);
  const crm = makeCrmClient(options, worker.profile.paths);
  const isAppObject = appObjectOf(worker.app.objects ?? [], sync.into) !== undefined;
  const into = objectTypeOf(worker.app, sync, isAppObject ? await appIdOf(host, install.id) : undefined);
  const step: RowsStep = {
    source,
    grant,
    port: syncPort(host, install.id, grant),
    rules: rulesOf(whole, sync, into),
    into: into.name,
    upsert: crm.batch.objects.upsert,
    readBatch: (body) =>
      crm.request('POST', `${pathOf(worker.profile.paths.objects, { 'object type': into.name })}/batch/read`, { body }),
    http: sourceHttp(context, source, invocation, deadlineSignal),
    plan,
    now: host.now,
    calls,
    isCutOff: () => deadlineSignal.signal.aborted,
    onThrow: (thrown) => invocation.uncaught(thrown),
  };
  if (grant.isFirst) {
    await manageSchema(crm, into, sync.manageSchema);
  }
  return runRows(step);
}

/** Counts the calls of a step and stops it before the edge's limit, so that it can still report its progress. */
function counted(
  context: RequestContext,
  most: number,
  deadlineSignal: DeadlineSignal,
): { readonly context: RequestContext; readonly calls: () => number } {
  const { host } = context;
  let calls = 0;
  const count = () => {
    calls += 1;
    if (calls === most) {
      deadlineSignal.give(
        Object.assign(new Error('the step has reached its limit of calls'), { name: 'TimeoutError' }),
      );
    }
  };
  return {
    calls: () => calls,
    context: {
      ...context,
      host: {
        ...host,
        fetch(input, init) {
          count();
          return host.fetch(input, init);
        },
        actor(className, name, method, args) {
          count();
          return host.actor(className, name, method, args);
        },
      },
    },
  };
}

/** Returns the `http` client of the source, which adds the source's credentials. */
function sourceHttp(
  context: RequestContext,
  source: NonNullable<SyncDefinition['source']>,
  { logger }: Pick<InvocationReport, 'logger'>,
  deadlineSignal: DeadlineSignal,
) {
  const { host, env } = context;
  const transport = { fetch: host.fetch, now: host.now, signal: () => deadlineSignal.signal };
  const credentials = source.mode === 'pull' ? credentialsOf(source, env, transport) : undefined;
  const fetch = credentials === undefined ? host.fetch : sourceFetch(host.fetch, credentials);
  return makeHttpClient({ fetch, deadlineSignal, crmOrigin: crmOrigin(context), logger });
}
