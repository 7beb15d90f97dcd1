/** One check for each way in which a route is authenticated. All of them fail closed. */
import type { RawRequest } from '../../platform/raw-request.ts';
import type { BaseRequestContext } from '../../protocol/request-context.ts';
import type { Authentication } from '../request/route.ts';
/** Throws an HttpError unless the request may enter. */
export declare function authenticate(authentication: Authentication, request: RawRequest, place: BaseRequestContext): Promise<void>;
