import { describe, expect, test } from 'vitest';
import { ServedApp } from '../../../../test/served-app.ts';
import type { PostedStepResult } from '../../../protocol/failed-deliveries.ts';

const PATH = '/_svc/control/deliveries';

/** An app with a post that failed, whose replay the source answers with a status. */
async function replayed(status: PostedStepResult['status']) {
  const steps: unknown[] = [];
  const app = new ServedApp({
    app: { auth: 'static' },
    step: async (worker, name, args) => {
      steps.push([worker, name, args]);
      return { status };
    },
  });
  const kept = { id: 'd', worker: 'feeds', kind: 'source', target: 'plain', portalId: null, size: 9, isCut: false };
  const failure = { status: 500, error: 'handler_error', message: 'no', content: { n: 1 }, keptMs: 86_400_000 };
  await app.actor('InstallActor', 'static', 'deliveryFailed', { ...kept, ...failure });
  const { body } = await app.control('POST', `${PATH}/d/replay`, {});
  const { body: left } = await app.control('GET', PATH);
  return { accepted: body['accepted'], left: left['deliveries'] as unknown[], steps };
}

describe('the replay of a post', () => {
  test('that the source accepts drops the copy', async () => {
    const { accepted, left, steps } = await replayed(200);
    expect([accepted, left]).toEqual([true, []]);
    expect(steps).toEqual([['feeds', 'posted', { source: 'plain', install: 'static', event: { n: 1 } }]]);
  });

  test.each([400, 409, 429, 499, 500, 503])('that the source answers with %i keeps the copy', async (status) => {
    const { accepted, left } = await replayed(status);
    expect(accepted).toBe(false);
    expect(left).toMatchObject([{ id: 'd', target: 'plain', replayable: true }]);
  });
});
