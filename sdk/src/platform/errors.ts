/** The HTTP status of each error code. Equal to the codes of `contract/errors.json` that have a status. */
export const ERROR_STATUS = {
  not_found: 404,
  method_not_allowed: 405,
  payload_too_large: 413,
  unsupported_media_type: 415,
  invalid_json: 400,
  invalid_input: 400,
  missing_required_input: 400,
  unknown_capability: 404,
  ambiguous_capability: 409,
  signature_missing: 401,
  signature_invalid: 401,
  signature_stale: 401,
  grant_missing: 401,
  grant_invalid: 401,
  grant_stale: 401,
  grant_replayed: 401,
  oauth_state_missing: 400,
  oauth_state_invalid: 400,
  oauth_state_stale: 400,
  oauth_state_used: 400,
  oauth_denied: 403,
  oauth_failed: 502,
  install_not_found: 409,
  sync_already_running: 409,
  stale_run: 409,
  version_conflict: 409,
  limit_reached: 409,
  unknown_flag: 404,
  unknown_later: 404,
  unknown_poison_row: 404,
  unknown_delivery: 404,
  unknown_failure: 404,
  billing_gated: 402,
  missing_id_property: 500,
  inbox_full: 503,
  delivery_failed: 500,
  delivery_running: 503,
  dedup_unavailable: 503,
  fail_stop: 400,
  retry_later: 503,
  handler_error: 500,
  handler_timeout: 504,
  output_too_large: 400,
  completion_failed: 502,
  internal_error: 500,
  not_available: 501,
  not_configured: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** An error that the router turns into the response of the request. Handlers never see it. */
export class RouteError extends Error {
  readonly code: ErrorCode;
  readonly fields: object;
  readonly headers: Record<string, string>;

  /** @param fields members of the body besides `ok`, `error` and `message` */
  constructor(code: ErrorCode, message: string, fields: object = {}, headers: Record<string, string> = {}) {
    super(message);
    this.name = 'RouteError';
    this.code = code;
    this.fields = fields;
    this.headers = headers;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  response(): Response {
    return json(this.status, { ok: false, error: this.code, message: this.message, ...this.fields }, this.headers);
  }
}

/** Returns the error of an invalid member of a body or query. */
export function invalidInput(field: string, message: string): RouteError {
  return new RouteError('invalid_input', message, { field });
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });
}
