import { expect, test } from 'vitest';
import { fakeState } from '../../../test/actor-state.ts';
import type { ActorState } from '../core/actor-part.ts';
import { type HandUp, records } from './records.ts';

/** The records of a portal. `sent` are the batches that the project's actor got. */
function setUp() {
  const fake = fakeState('7');
  const sent: HandUp[] = [];
  const answer: { of: () => Promise<void> } = { of: async () => {} };
  const actor = async (_class: string, _name: string, _method: string, args: unknown) => {
    sent.push(args as HandUp);
    await answer.of();
  };
  const part = records({ ...fake.state, actor } as unknown as ActorState, {});
  const failed = (fingerprint: string) => ({
    deployId: 'd',
    worker: 'main',
    capabilityId: 'a',
    kind: 'tool',
    surface: 'invoke',
    outcome: 'error',
    at: fake.clock,
    durationMs: 1,
    crmCalls: 0,
    crmWaitMs: 0,
    crm429: 0,
    errorFingerprint: fingerprint,
    failure: { invocation: 'i', name: 'Error', message: 'no', stack: 'at f', input: '{}' },
  });
  return {
    fake,
    sent,
    answer,
    record: (batch: string, ...fingerprints: string[]) =>
      part.methods?.['record']?.({ batch, entries: fingerprints.map(failed) }),
    handUp: () => part.due?.['handUp']?.(''),
  };
}

const failuresOf = (sent: readonly HandUp[]) =>
  sent.flatMap(({ failures = [] }) => failures.map(({ totals }) => [totals.fingerprint, totals.count]));

test('each failure is sent once, with its count', async () => {
  const { fake, sent, record, handUp } = setUp();
  record('1', 'a', 'a', 'b');
  await handUp();
  record('2', 'a');
  await handUp();
  await handUp(); // nothing is left
  expect(failuresOf(sent)).toEqual([
    ['a', 2],
    ['b', 1],
    ['a', 1],
  ]);
  expect(fake.due.has('handUp ')).toBe(false);
});

test('a batch whose answer was lost is sent again as it was, before what came since', async () => {
  const { sent, answer, record, handUp } = setUp();
  record('1', 'a');
  answer.of = () => Promise.reject(new Error('lost'));
  await expect(handUp()).rejects.toThrow('lost');
  record('2', 'b');
  answer.of = async () => {};
  await handUp();
  await handUp();
  expect(failuresOf(sent)).toEqual([
    ['a', 1],
    ['a', 1],
    ['b', 1],
  ]);
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[2]?.number).toBeGreaterThan(sent[0]?.number as number);
});
