/** What is posted to a push source: verified by its hmac, made rows by `receive`, and kept before it is answered. */
import type { PushSourceDefinition } from '../declare/source.ts';
import type { Call } from '../runtime/routes/route.ts';
export declare function postedRows(call: Call, source: PushSourceDefinition): Promise<Response>;
