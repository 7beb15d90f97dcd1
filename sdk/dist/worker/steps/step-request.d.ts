/** `ctx.request` of a step: no request of its own came in, so it is what one would have been. */
import type { RawRequest } from '../../platform/raw-request.ts';
/** A POST of the JSON to the URL. */
export declare function stepRequest(url: string, body: unknown): RawRequest;
