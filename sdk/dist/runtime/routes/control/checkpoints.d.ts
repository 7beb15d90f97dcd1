/** GET /_svc/control/checkpoints?since=24h&until=&by=: what became of the project's invocations in a window of time. */
import type { AppRoute } from '../route.ts';
/**
 * `since` and `until` are a time (milliseconds since the epoch, or ISO 8601) or a span before now such as `24h`.
 * Gives {ok, projectId, environment, since, until, completeUntil, note, totals, groups?}.
 */
export declare const checkpoints: AppRoute;
