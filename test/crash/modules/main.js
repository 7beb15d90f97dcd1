// Stands before a worker's main module: what a step sends to the outside says which run it is of.
import { AsyncLocalStorage } from 'node:async_hooks';
import handler, { SvcEntrypoint as Entrypoint } from './worker.js';

const runs = new AsyncLocalStorage();
export default {
  ...handler,
  fetch(request, env, ctx) {
    return runs.run(request.headers.get('RUN_HEADER'), () => handler.fetch(request, env, ctx));
  },
};
// The clock of a run is slow, so that nothing expires during it: a grant of calls, a cached install. What the run does
// then depends on its rows alone, on a slow machine too.
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
