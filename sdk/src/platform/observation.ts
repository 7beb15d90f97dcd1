/** What the runtime reports to its host: a record for every invocation, every call of the CRM, every uncaught throw. */

import { redact } from './redact.ts';
import { redactText } from './redact-text.ts';
import type { Surface } from '../worker/invocation/outcome.ts';

/** The kinds of capabilities that are dispatched. */
export type DispatchKind = 'tool' | 'cardBackend' | 'trigger' | 'sync';

/** How an invocation ended. `error`: an uncaught throw or an unusable output; `rejected`: the handler never ran. */
export type RecordedOutcome =
  | 'ok'
  | 'fail-continue'
  | 'fail-stop'
  | 'retry-later'
  | 'block'
  | 'error'
  | 'timeout'
  | 'rejected';

/** One invocation. */
export interface InvocationRecord {
  readonly type: 'invocation';
  /** Shared by all records and log lines of one dispatch. */
  readonly invocation: string;
  readonly projectId: string;
  readonly environment: string;
  readonly deployId: string;
  readonly worker: string;
  readonly capabilityId: string;
  readonly kind: DispatchKind;
  readonly surface: Surface;
  readonly portalId: number | null;
  readonly installId: string | null;
  /** When it began, in milliseconds since the epoch. */
  readonly at: number;
  readonly durationMs: number;
  readonly outcome: RecordedOutcome;
  readonly httpStatus: number;
  /** The CRM budget was spent; counted as a success, and apart from it. */
  readonly backpressure: boolean;
  /** The same for throws of the same kind. */
  readonly errorFingerprint?: string;
  readonly crmCalls: number;
  /** Milliseconds that calls of the CRM waited for their turn. */
  readonly crmWaitMs: number;
}

/** One request that left for the CRM, when it has ended. */
export interface CrmCallRecord {
  readonly type: 'crmCall';
  readonly invocation: string;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly family: 'general' | 'search';
  /** Null when no answer came. */
  readonly status: number | null;
  readonly waitMs: number;
  readonly durationMs: number;
  readonly at: number;
}

/** An error that user code (or, without a capability, the runtime) did not catch. */
export interface ErrorRecord extends ThrownError {
  readonly type: 'error';
  readonly invocation: string;
  readonly worker: string;
  readonly capabilityId: string | null;
  readonly kind: DispatchKind | null;
}

/** Any of them. */
export type Observation = InvocationRecord | CrmCallRecord | ErrorRecord;

/** A thrown value, whatever it was. */
export interface ThrownError {
  readonly name: string;
  readonly message: string;
  /** The engine's text; empty when what was thrown is no Error. */
  readonly stack: string;
}

/**
 * Describes what was thrown, redacted: it ends in a log, and messages quote what was sent. Never throws itself, whatever
 * getters the value has.
 */
export function describeThrown(thrown: unknown): ThrownError {
  try {
    if (thrown instanceof Error) {
      const [name, message, stack] = [thrown.name, thrown.message, thrown.stack ?? ''].map((text) =>
        redactText(String(text)),
      );
      return { name: name ?? '', message: message ?? '', stack: stack ?? '' };
    }
    const text = typeof thrown === 'object' ? JSON.stringify(redact(thrown)) : String(thrown);
    return { name: 'thrown value', message: redactText(text ?? String(thrown)), stack: '' };
  } catch {
    return { name: 'thrown value', message: 'a value that cannot be described', stack: '' };
  }
}

/** Eight hex digits that are the same for throws of the same name and wording, whatever numbers are in it. */
export function fingerprint({ name, message }: ThrownError): string {
  let hash = 0x811c9dc5; // FNV-1a, 32 bit
  for (const character of `${name}:${message.slice(0, 500).replace(/\d+/g, '0')}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, '0');
}
