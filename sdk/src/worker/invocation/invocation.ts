/** One run of a handler: its id, logger and record. */

import type { FlagClientResult } from '../../context/flags.ts';
import type { Failure } from '../../checkpoints/row.ts';
import type { Logger } from '../../context/logger.ts';
import { projectScope } from '../../platform/env.ts';
import { makeLogger } from '../../platform/logger.ts';
import type { CrmCallRecord, InvocationRecord, RecordedOutcome, Surface } from '../../platform/observation.ts';
import { outgoingValue } from '../../platform/outgoing.ts';
import { describeThrown, fingerprint, type ThrownError } from '../../platform/thrown.ts';
import type { BoundInstall } from '../../protocol/install.ts';
import type { Capability, RequestContext } from '../../protocol/request-context.ts';
import { keepRecord } from './checkpoint-buffer.ts';
import { timersExtension } from './timers-extension.ts';
import { cutSecrets } from '../../platform/secrets.ts';

/** The capability to run, its caller and its install. */
export interface InvocationSubject {
  readonly context: RequestContext;
  readonly capability: Capability;
  readonly surface: Surface;
  readonly install: BoundInstall;
  /** What it was called with. */
  readonly input?: unknown;
}

/** Longest kept message, stack trace and input of a failure, in UTF-16 units. */
const MAX_KEPT = { message: 500, stack: 4_000, input: 16_384 };

export class Invocation {
  readonly id: string = crypto.randomUUID();
  readonly logger: Logger;
  /** The flags that the handler evaluated, by key. */
  readonly flags: Map<string, FlagClientResult> = new Map();
  readonly #subject: InvocationSubject;
  readonly #at: number;
  readonly #origin: {
    readonly worker: string;
    readonly capabilityId: string;
    readonly kind: Capability['kind'];
    readonly invocation: string;
  };
  #crmCalls = 0;
  #crmWaitMs = 0;
  #crm429 = 0;
  #thrown: ThrownError | undefined;

  constructor(subject: InvocationSubject) {
    const { context, capability } = subject;
    this.#subject = subject;
    this.#at = context.host.now();
    this.#origin = {
      worker: context.worker.worker.name,
      capabilityId: capability.id,
      kind: capability.kind,
      invocation: this.id,
    };
    timersExtension.found?.begin(this, capability.kind);
    this.logger = makeLogger(this.#origin, context.host, context.worker.app.redaction?.fields ?? []);
  }

  get surface(): Surface {
    return this.#subject.surface;
  }

  /** Counts and reports a completed CRM call. */
  crmCall(call: Omit<CrmCallRecord, 'type' | 'invocation'>): void {
    this.#crmCalls += 1;
    this.#crmWaitMs += call.waitMs;
    this.#crm429 += call.status === 429 ? 1 : 0;
    this.#subject.context.host.observe({ type: 'crmCall', invocation: this.id, ...call, path: cutSecrets(call.path) });
  }

  /** Reports an uncaught error, redacted, to the app's author. The caller does not see it. */
  uncaught(thrown: unknown): void {
    this.#thrown = describeThrown(thrown);
    const { host, env } = this.#subject.context;
    host.observe({ type: 'error', ...this.#origin, deployId: projectScope(env).deployId, ...this.#thrown });
    const input = this.#input();
    if (input !== undefined) {
      host.observe({ type: 'failedInput', invocation: this.id, input });
    }
  }

  /** Records the outcome. Called once. */
  end(outcome: RecordedOutcome, httpStatus: number, backpressure: boolean): void {
    timersExtension.found?.end(this);
    const { context, surface, install } = this.#subject;
    const { worker, capabilityId, kind } = this.#origin;
    const { projectId, environment, deployId } = projectScope(context.env);
    // Each member by name: this takes a tenth of the time of copying objects into it.
    const record: InvocationRecord = {
      type: 'invocation',
      worker,
      capabilityId,
      kind,
      invocation: this.id,
      projectId,
      environment,
      deployId,
      surface,
      portalId: install.portalId,
      installId: install.id,
      at: this.#at,
      durationMs: context.host.now() - this.#at,
      outcome,
      httpStatus,
      backpressure,
      errorFingerprint: this.#thrown && fingerprint(this.#thrown),
      crmCalls: this.#crmCalls,
      crmWaitMs: this.#crmWaitMs,
    };
    context.host.observe(record);
    keepRecord(context, record, this.#crm429, this.#failure());
  }

  /** Returns what the list of failures shows of the uncaught error. */
  #failure(): Failure | undefined {
    return (
      this.#thrown && {
        invocation: this.id,
        name: this.#thrown.name,
        message: this.#thrown.message.slice(0, MAX_KEPT.message),
        stack: this.#thrown.stack.slice(0, MAX_KEPT.stack),
        input: this.#input(),
      }
    );
  }

  /** Returns the redacted input as JSON, or its start; undefined without an input. */
  #input(): string | undefined {
    const { input, context } = this.#subject;
    return JSON.stringify(outgoingValue(input, context.worker.app.redaction?.fields))?.slice(0, MAX_KEPT.input);
  }
}
