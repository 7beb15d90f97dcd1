/**
 * The host of a user worker on the edge platform. It is a module of its own beside the worker's bundle (see
 * codegen/edge); the bundle is the same as in the local host. Every user carries it: it stays small.
 */

import { WorkerEntrypoint } from 'cloudflare:workers';
import type { ServedWorker } from '../worker/worker.ts';
import { eventContextOf, type Handler } from './workerd-platform.ts';

/** What the module of a user worker exports. */
export function serveWorker(worker: ServedWorker): { handler: Handler; SvcEntrypoint: typeof WorkerEntrypoint } {
  return {
    handler: {
      fetch(request, env, ctx) {
        const answer = worker.fetch(request, env, eventContextOf(env, ctx));
        ctx.waitUntil(answer); // when a caller goes away the edge ends all else half way, and no record would be left
        return answer;
      },
      scheduled: ({ cron, scheduledTime }, env, ctx) =>
        worker.scheduled({ cron, scheduledTime: Number(scheduledTime) }, env, eventContextOf(env, ctx)),
    },
    /** Has no public route: only the app worker is bound to it. */
    SvcEntrypoint: class extends WorkerEntrypoint {
      step(step: string, args: string): Promise<string> {
        return worker.step(step, args, this.env, eventContextOf(this.env, this.ctx));
      }
    },
  };
}
