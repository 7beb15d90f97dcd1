import { expect, test } from 'vitest';
import { serveWorker } from './served-worker.ts';

test('the timers of a worker end when the next one is served, also after its module is imported anew', async () => {
  await serveWorker([]);
  await serveWorker([]); // has reset the modules
  let hasRun = false;
  setTimeout(() => {
    hasRun = true;
  }, 1);
  await serveWorker([]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(hasRun).toBe(false);
});
