import { expect, test } from 'vitest';
import { VirtualClock } from '../../../sim/clock.ts';
import { createCrmClient } from '../create-client.ts';

const RECORD = { id: '1', properties: {} };

/** A client whose first calls have these answers. A missing one hangs, and later calls succeed. */
function hanging(answers: readonly (Response | undefined)[]) {
  const clock = new VirtualClock();
  const sent: number[] = [];
  const fetch = (_url: string, { signal }: RequestInit) => {
    const number = sent.push(clock.now());
    const answer = number > answers.length ? Response.json(RECORD) : answers[number - 1];
    signal?.addEventListener('abort', () => sent.push(-clock.now()));
    return answer === undefined ? new Promise<Response>(() => {}) : Promise.resolve(answer);
  };
  const crm = createCrmClient({ fetch, clock, random: () => 0.5, portalId: 1 });
  return { crm, sent, run: <T>(work: Promise<T>) => clock.run(work) };
}

test('abandons a call after 10 s without an answer, and retries it', async () => {
  const { crm, sent, run } = hanging([undefined]);
  expect(await run(crm.objects.get('contacts', '1'))).toEqual(RECORD);
  expect(sent).toEqual([0, -10_000, 10_150]);
});

test('does not retry a create after its time limit', async () => {
  const { crm, sent, run } = hanging([undefined]);
  await expect(run(crm.objects.create('contacts', { properties: {} }))).rejects.toThrow('no response within 10 s');
  expect(sent).toEqual([0, -10_000]);
});

test('ends a raw call after the time limit that it names', async () => {
  const { crm, sent, run } = hanging([undefined]);
  const call = crm.request('GET', '/crm/v3/owners', { timeoutMs: 500 });
  await expect(run(call)).rejects.toThrow('no response within 0.5 s');
  expect(sent).toEqual([0, -500]);
});

test('abandons a probe after 3 s', async () => {
  const refused = new Response('{}', { status: 429, headers: { 'retry-after': '2' } });
  const { crm, sent, run } = hanging([refused, undefined]);
  expect(await run(crm.objects.get('contacts', '1'))).toEqual(RECORD);
  expect(sent).toHaveLength(4);
  const [, probe = 0, abandoned = 0] = sent;
  expect(-abandoned - probe).toBe(3_000);
});
