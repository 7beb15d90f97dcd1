import assert from 'node:assert/strict';
import { test } from 'node:test';
import { log } from './log.js';

/** How many entries of 1 KB are logged at once. Browsers accept beacons of 64 KiB in total. */
const LARGE = 120;

/** Logs in a page and in a worker with the browser's own clock. Other cases run while the entries wait. */
export function beginTimedLogs(world) {
  test('entries begin to wait for their timer', async () => {
    await world.timed.goto(`http://localhost:${world.pages.port}/react18.html`);
    await log(world.timed, 'by the timer of a page');
    await world.timed.evaluate((count) => {
      for (let i = 0; i < count; i++) {
        globalThis.card.logger.info(`large ${i} ${'ü'.repeat(500)}`);
      }
      globalThis.cardWorker = new Worker('/worker.js');
      globalThis.cardWorker.postMessage('by the timer of a worker');
    }, LARGE);
  });
}

/** Checks that the entries of `beginTimedLogs` arrive. */
export function endTimedLogs(world) {
  test('entries of a page and of a worker arrive by their timer', async () => {
    assert.equal((await world.dev.entry('by the timer of a page')).card, 'panel');
    assert.equal((await world.dev.entry('by the timer of a worker')).card, 'worker');
  });

  test('entries that are larger than a beacon arrive in several, in order and without loss', async () => {
    const isLarge = ({ message }) => message.startsWith('large ');
    await world.dev.wait('the last', ({ card }) => card?.message.startsWith(`large ${LARGE - 1} `));
    assert.deepEqual(
      world.dev
        .entries()
        .filter(isLarge)
        .map(({ message }) => Number(message.split(' ')[1])),
      Array.from({ length: LARGE }, (_, i) => i),
    );
  });
}
