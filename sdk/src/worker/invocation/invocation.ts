/** One invocation as its host sees it: the id, the logger, and the records that are made of it. */

import type { FlagClientResult } from '../../context/flags.ts';
import type { Logger } from '../../context/logger.ts';
import { projectScope } from '../../platform/env.ts';
import { makeLogger } from '../../platform/logger.ts';
import type { CrmCallRecord, InvocationRecord, RecordedOutcome, Surface } from '../../platform/observation.ts';
import { describeThrown, fingerprint, type ThrownError } from '../../platform/thrown.ts';
import type { BoundInstall } from '../../protocol/install.ts';
import type { Capability, RequestContext } from '../../protocol/request-context.ts';
import { keepRecord } from './checkpoint-buffer.ts';

/** What is invoked, from where and for whom. */
export interface InvocationSubject {
  readonly place: RequestContext;
  readonly capability: Capability;
  readonly surface: Surface;
  readonly install: BoundInstall;
}

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
    const { place, capability } = subject;
    this.#subject = subject;
    this.#at = place.host.now();
    this.#origin = {
      worker: place.site.worker.name,
      capabilityId: capability.id,
      kind: capability.kind,
      invocation: this.id,
    };
    this.logger = makeLogger(this.#origin, place.host, place.site.app.redaction?.fields ?? []);
  }

  get surface(): Surface {
    return this.#subject.surface;
  }

  /** Counts and reports a call of the CRM that has ended. */
  crmCall(call: Omit<CrmCallRecord, 'type' | 'invocation'>): void {
    this.#crmCalls += 1;
    this.#crmWaitMs += call.waitMs;
    this.#crm429 += call.status === 429 ? 1 : 0;
    this.#subject.place.host.observe({ type: 'crmCall', invocation: this.id, ...call });
  }

  /** Reports an uncaught throw: the app's author is told everything here, the caller nothing. Secrets that it quotes are cut out. */
  uncaught(thrown: unknown): void {
    this.#thrown = describeThrown(thrown);
    this.#subject.place.host.observe({ type: 'error', ...this.#origin, ...this.#thrown });
  }

  /** Records the end. Called once. */
  end(outcome: RecordedOutcome, httpStatus: number, backpressure: boolean): void {
    const { place, surface, install } = this.#subject;
    const record: InvocationRecord = {
      type: 'invocation',
      ...this.#origin,
      ...projectScope(place.env),
      surface,
      portalId: install.portalId,
      installId: install.id,
      at: this.#at,
      durationMs: place.host.now() - this.#at,
      outcome,
      httpStatus,
      backpressure,
      ...(this.#thrown !== undefined && { errorFingerprint: fingerprint(this.#thrown) }),
      crmCalls: this.#crmCalls,
      crmWaitMs: this.#crmWaitMs,
    };
    place.host.observe(record);
    keepRecord(place, record, this.#crm429);
  }
}
