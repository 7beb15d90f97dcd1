/** Reading a request's body: bytes within the limit first, and JSON only after whoever sent them has been verified. */
/** Largest body that a route reads, in bytes: the platform's own limit for card backends. */
export declare const MAX_BODY_BYTES = 1048576;
/** The body's bytes, or an HttpError as soon as it is known to be larger than `max`. */
export declare function readBody(request: Request, max?: number): Promise<Uint8Array>;
/** The body as the JSON object that it must be. */
export declare function parseObject(headers: Headers, body: Uint8Array): Record<string, unknown>;
/** The body as the JSON that it must be. */
export declare function parseBody(headers: Headers, body: Uint8Array): unknown;
/** How deep arrays and objects may nest: engines end at depths of their own, and most when they write it again. */
export declare const MAX_JSON_DEPTH = 1000;
/**
 * Parses what somebody sent; throws for what is no JSON, and for what nests too deep. Members named `__proto__` are
 * left out: a handler that assigns its input to an object of its own would change that object's prototype.
 */
export declare function parseJson(text: string): unknown;
/** Whether a JSON value is an object, and no array. */
export declare function isObject(value: unknown): value is Record<string, unknown>;
