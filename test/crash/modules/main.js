// Wraps a worker's main module: each outbound request of a step names its run.
import { AsyncLocalStorage } from 'node:async_hooks';
import handler, { SvcEntrypoint as Entrypoint } from './worker.js';

const runs = new AsyncLocalStorage();
export default {
  ...handler,
  fetch(request, env, ctx) {
    return runs.run(request.headers.get('RUN_HEADER'), () => handler.fetch(request, env, ctx));
  },
};
// The clock of a run is slow, so that a grant of calls or a cached install does not expire during it, even on a slow
// machine. The run then depends only on its rows.
const SLOWDOWN = 20;
const starts = new Map();
const now = Date.now;
Date.now = () => {
  const run = String(runs.getStore() ?? '');
  if (run === '') {
    return now();
  }
  if (!starts.has(run)) {
    starts.set(run, now());
  }
  const start = starts.get(run);
  return start + Math.floor((now() - start) / SLOWDOWN);
};
const send = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const request = new Request(input, init);
  request.headers.set('RUN_HEADER', String(runs.getStore() ?? ''));
  return send(request);
};
export class SvcEntrypoint extends Entrypoint {
  step(step, args) {
    return runs.run(JSON.parse(args).install?.portalId, () => super.step(step, args));
  }
}
