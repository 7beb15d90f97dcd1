/** `ctx.request` of a step: no request of its own came in, so it is what one would have been. */
import type { RawRequest } from '../auth/signature-v3.ts';
/** A POST of the JSON to the URL. */
export declare function stepRequest(url: string, body: unknown): RawRequest;
