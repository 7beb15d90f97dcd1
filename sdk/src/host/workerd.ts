/**
 * The host of a user worker on the edge platform: a separate module next to the worker's bundle (see `internal/codegen/edge`).
 * The bundle is the same as in the local host. Keep this module small, since every user worker contains it.
 */

import { WorkerEntrypoint } from 'cloudflare:workers';
import type { ServedWorker } from '../worker/worker.ts';
import { eventContextOf, type Handler } from './workerd-platform.ts';

/** Returns the exports of a user worker's module. */
export function serveWorker(worker: ServedWorker): { handler: Handler; SvcEntrypoint: typeof WorkerEntrypoint } {
  return {
    handler: {
      fetch: (request, env, ctx) => worker.fetch(request, env, eventContextOf(env, ctx)),
      scheduled: ({ cron, scheduledTime }, env, ctx) =>
        worker.scheduled({ cron, scheduledTime: Number(scheduledTime) }, env, eventContextOf(env, ctx)),
    },
    /** Has no public route. Only the app worker has a binding to it. */
    SvcEntrypoint: class extends WorkerEntrypoint {
      step(step: string, args: string): Promise<string> {
        return worker.step(step, args, this.env, eventContextOf(this.env, this.ctx));
      }
    },
  };
}
