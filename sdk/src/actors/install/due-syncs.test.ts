import { beforeEach, expect, test } from 'vitest';
import { ServedApp } from '../../../test/served-app.ts';
import { defineWorker } from '../../declare/worker.ts';
import type { SyncStepResult } from '../../runtime/steps/sync-step.ts';
import { ActorError } from '../actor.ts';

const MINUTE = 60_000;

/** What the worker answers, first to last; then that the sync ran. */
let answers: (SyncStepResult | Error)[];
/** When it was asked. */
let asked: number[];
let start: number;
let app: ServedApp;

beforeEach(() => {
  [answers, asked] = [[], []];
  app = new ServedApp({
    workers: [defineWorker('main')],
    async step() {
      asked.push(app.clock - start);
      const answer = answers.shift() ?? { run: { id: 'r', status: 'succeeded' } };
      if (answer instanceof Error) {
        throw answer;
      }
      return answer;
    },
  });
  start = app.clock;
});

const due = () => app.actor('InstallActor', '7', 'syncDue', { worker: 'main', sync: 's' });

/** What is kept of the sync. */
const left = () => app.keys('InstallActor', '7').filter((key) => key !== 'schema');

test('a sync that is due runs once, and leaves nothing behind', async () => {
  await due();
  await due();
  await app.pass(60 * MINUTE);
  expect(asked).toEqual([0]);
  expect(left()).toEqual([]);
});

test('a run that waits is called again at its time', async () => {
  answers = [{ run: { id: 'r', status: 'waiting' }, again: app.clock + 10 * MINUTE }];
  await due();
  await app.pass(60 * MINUTE);
  expect(asked).toEqual([0, 10 * MINUTE]);
});

test('a sync that runs already is joined, not run after it', async () => {
  answers = [{ refused: 'sync_already_running' }];
  await due();
  await app.pass(60 * MINUTE);
  expect(asked).toEqual([0]);
  expect(left()).toEqual([]);
});

test('a step that was lost runs again, although its lease outlives it', async () => {
  answers = [new Error('the worker is gone'), { refused: 'sync_already_running' }];
  await due();
  await app.pass(60 * MINUTE);
  expect(asked).toEqual([0, 2_000, 32_000]);
  expect(left()).toEqual([]);
});

test('a sync that the worker does not have any more is given up, and told', async () => {
  answers = [new ActorError('unknown_capability', 'the worker has no sync "s"')];
  await due();
  await app.pass(60 * MINUTE);
  expect(asked).toEqual([0]);
  expect(left()).toEqual([]);
  expect(app.logs).toMatchObject([{ level: 'warn', message: expect.stringContaining('no sync "s"'), sync: 's' }]);
});

test('a sync whose worker is gone is forgotten', async () => {
  await app.actor('InstallActor', '7', 'syncDue', { worker: 'gone', sync: 's' });
  await app.pass(60 * MINUTE);
  expect([asked, left()]).toEqual([[], []]);
  expect(app.logs).toMatchObject([{ level: 'warn', message: expect.stringContaining('gone') }]);
});
