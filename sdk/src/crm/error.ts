/** The error of a call that the CRM answered with an error. It does not cover calls that got no answer. */

import type { CrmError } from '../context/crm.ts';

/** Members of the CRM's error bodies that we read; each may be missing. */
interface ErrorBody {
  readonly message?: unknown;
  readonly category?: unknown;
  readonly correlationId?: unknown;
}

export class CrmAnswerError extends Error implements CrmError {
  override readonly name = 'CrmError';
  readonly status: number;
  readonly category?: string;
  readonly correlationId?: string;
  readonly body: unknown;

  constructor(method: string, path: string, status: number, body: unknown) {
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
  }
}
