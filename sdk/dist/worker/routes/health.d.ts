/** GET /_svc/health: the worker is up; nothing about the app, since nobody is asked who they are. */
import type { CommonRoute } from '../request/route.ts';
export declare const health: CommonRoute;
