/** How a call of the CRM fails: with the CRM's own error, or with no answer at all. */

import type { CrmError } from '../context/crm.ts';

/** Members of the CRM's error bodies that we read; each may be missing. */
interface ErrorBody {
  readonly message?: unknown;
  readonly category?: unknown;
  readonly correlationId?: unknown;
}

/** The CRM answered with an error. */
export class CrmAnswerError extends Error implements CrmError {
  override readonly name = 'CrmError';
  readonly status: number;
  readonly category?: string;
  readonly correlationId?: string;
  readonly body: unknown;
  /** What its Retry-After says, in milliseconds. Not enumerable: it is the client's, not the handler's. */
  declare readonly retryAfterMs?: number | undefined;

  constructor(method: string, path: string, status: number, body: unknown, retryAfterMs?: number) {
    const { message, category, correlationId } = (typeof body === 'object' && body !== null ? body : {}) as ErrorBody;
    super(`${method} ${path} answered ${status}${typeof message === 'string' ? `: ${message}` : ''}`);
    this.status = status;
    this.body = body;
    if (typeof category === 'string') {
      this.category = category;
    }
    if (typeof correlationId === 'string') {
      this.correlationId = correlationId;
    }
    Object.defineProperty(this, 'retryAfterMs', { value: retryAfterMs });
  }
}

/** The CRM gave no answer, or one that broke off: it may have done what it was asked for. */
export class CrmNoAnswerError extends Error {
  constructor(method: string, path: string, cause: unknown) {
    super(`${method} ${path} got no answer from the CRM: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}
