/** One check for each way in which a route is authenticated. All of them fail closed. */
import type { Authentication } from '../routes/route.ts';
import type { BasePlace } from '../site.ts';
import { type RawRequest } from './signature-v3.ts';
/** Throws a Refusal unless the request may enter. */
export declare function authenticate(authentication: Authentication, request: RawRequest, place: BasePlace): Promise<void>;
