/** The errors that a worker answers with: one table of codes (equal to `contract/errors.json`) and their bodies. */
/** HTTP status of each code. */
export declare const ERROR_STATUS: {
    readonly not_found: 404;
    readonly method_not_allowed: 405;
    readonly payload_too_large: 413;
    readonly unsupported_media_type: 415;
    readonly invalid_json: 400;
    readonly invalid_input: 400;
    readonly missing_required_input: 400;
    readonly unknown_capability: 404;
    readonly ambiguous_capability: 409;
    readonly signature_missing: 401;
    readonly signature_invalid: 401;
    readonly signature_stale: 401;
    readonly grant_missing: 401;
    readonly grant_invalid: 401;
    readonly grant_stale: 401;
    readonly grant_replayed: 401;
    readonly oauth_state_missing: 400;
    readonly oauth_state_invalid: 400;
    readonly oauth_state_stale: 400;
    readonly oauth_state_used: 400;
    readonly oauth_denied: 403;
    readonly oauth_failed: 502;
    readonly install_not_found: 409;
    readonly sync_already_running: 409;
    readonly version_conflict: 409;
    readonly limit_reached: 409;
    readonly unknown_flag: 404;
    readonly unknown_poison_row: 404;
    readonly billing_gated: 402;
    readonly missing_id_property: 500;
    readonly inbox_full: 503;
    readonly delivery_failed: 500;
    readonly delivery_running: 503;
    readonly dedup_unavailable: 503;
    readonly fail_stop: 400;
    readonly retry_later: 503;
    readonly handler_error: 500;
    readonly handler_timeout: 504;
    readonly output_too_large: 500;
    readonly completion_failed: 502;
    readonly internal_error: 500;
    readonly not_available: 501;
    readonly not_configured: 503;
};
/** A code of the table. */
export type ErrorCode = keyof typeof ERROR_STATUS;
/** Ends a request with an error body; thrown anywhere below the router, never seen by handlers. */
export declare class HttpError extends Error {
    readonly code: ErrorCode;
    readonly fields: object;
    readonly headers: Record<string, string>;
    /** @param fields what the body has besides `ok`, `error` and `message` */
    constructor(code: ErrorCode, message: string, fields?: object, headers?: Record<string, string>);
    get status(): number;
    response(): Response;
}
/** A JSON response. */
export declare function json(status: number, body: unknown, headers?: Record<string, string>): Response;
