/** The platform's v2 request signature, which workflow actions still carry: hex(SHA-256(secret + method + URI + body)). */
import type { RawRequest } from '../../platform/raw-request.ts';
/** Throws an HttpError unless the request carries a v2 signature made with `secret`. It has no time: v3 is better. */
export declare function verifySignatureV2(request: RawRequest, prefix: string, secret: string): Promise<void>;
/** What workflow actions are verified by: v3 when any of it is there (no way down to v2), else v2. */
export declare function verifyActionSignature(request: RawRequest, prefix: string, secret: string, now: number): Promise<void>;
