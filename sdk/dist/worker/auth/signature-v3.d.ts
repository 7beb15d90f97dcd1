/** The platform's v3 request signature: base64(HMAC-SHA256(client secret, method + URI + raw body + timestamp)). */
import type { RawRequest } from '../../platform/raw-request.ts';
/** How old a signed request may be, in milliseconds (the platform's own rule). */
export declare const MAX_AGE_MS = 300000;
/** The URI as the platform signs it: no fragment, a fixed set of escapes decoded. */
export declare function signedUri(url: string): string;
/** Throws an HttpError unless the request carries a fresh v3 signature made with `secret`. */
export declare function verifySignatureV3(request: RawRequest, prefix: string, secret: string, now: number): Promise<void>;
