/** The platform's v3 request signature: base64(HMAC-SHA256(client secret, method + URI + raw body + timestamp)). */
/** How old a signed request may be, in milliseconds (the platform's own rule). */
export declare const MAX_AGE_MS = 300000;
/** How far ahead the sender's clock may be, in milliseconds. */
export declare const MAX_AHEAD_MS = 60000;
/** A request as it came in: the URL with its query, the body's bytes before anything parsed them. */
export interface RawRequest {
    readonly method: string;
    readonly url: string;
    readonly headers: Headers;
    readonly body: Uint8Array;
}
/** The URI as the platform signs it: no fragment, a fixed set of escapes decoded. */
export declare function signedUri(url: string): string;
/** Throws a Refusal unless the request carries a fresh v3 signature made with `secret`. */
export declare function verifySignatureV3(request: RawRequest, prefix: string, secret: string, now: number): Promise<void>;
