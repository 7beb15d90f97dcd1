import type { CrmError } from '../context/crm.ts';
import type { CrmErrorCode } from '../context/crm-errors.ts';

/** Members of the CRM's error bodies. Each may be missing. */
interface ErrorBody {
  readonly message?: unknown;
  readonly category?: unknown;
  readonly correlationId?: unknown;
}

/** An error response of the CRM. */
export class CrmAnswerError extends Error implements CrmError {
  override readonly name = 'CrmError';
  readonly code: CrmError['code'];
  readonly status: number;
  readonly category?: string;
  readonly correlationId?: string;
  readonly body: unknown;
  /** The Retry-After, in ms. Not enumerable, since it is internal to the client. */
  declare readonly retryAfterMs?: number | undefined;

  constructor(method: string, path: string, status: number, body: unknown, retryAfterMs?: number) {
    const { message, category, correlationId } = (typeof body === 'object' && body !== null ? body : {}) as ErrorBody;
    super(`${method} ${path} answered ${status}${typeof message === 'string' ? `: ${message}` : ''}`);
    this.code = category === 'MISSING_SCOPES' ? 'missing_scopes' : 'http_error';
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

/** A call without a complete response. The CRM may have applied it. */
export class CrmNoAnswerError extends Error {
  readonly code: CrmErrorCode;

  constructor(method: string, path: string, cause: unknown) {
    super(`${method} ${path} got no answer from the CRM: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    const { code } = Object(cause) as { readonly code?: CrmErrorCode };
    // Codes of the network have capital letters, such as ECONNRESET.
    this.code = code !== undefined && /^[a-z]/.test(code) ? code : 'no_answer';
  }
}
