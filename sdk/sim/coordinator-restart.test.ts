/** A coordinator after a restart, and what an earlier one stored for it, in virtual time. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { VirtualClock } from './clock.ts';
import { coordinatorWorld } from './coordinator-world.ts';

describe('a restarted coordinator', () => {
  const restarted = () => coordinatorWorld({ before: { at: 0, heldUntil: 0, grantedUntil: -Infinity } });

  test('grants one probe at a time until a report comes back', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 8 }), async (clients) => {
        const { run, clock, join, settle, acquireAll } = restarted();
        await run(async () => {
          for (let i = 0; i < clients; i++) {
            expect((await join(String(i))).clients).toBeGreaterThan(1);
          }
          const [first, ...more] = await acquireAll('0');
          expect(more).toEqual([]);
          await clock.sleep(100);
          await settle('0', first!, { status: 503, max: undefined, remaining: undefined });
          const [second] = await acquireAll('0');
          await clock.sleep(100);
          await settle('0', second!, { remaining: 30 });
          expect((await acquireAll('0')).length).toBe(30);
        });
      }),
    ));

  test('takes what a late report says as of its time', async () => {
    const { run, clock, join, acquireAll, settle } = restarted();
    await run(async () => {
      await join('a');
      const [probe] = await acquireAll('a');
      await clock.sleep(700);
      await settle('a', probe!, { remaining: 12 }, 600);
      const ids = await acquireAll('a');
      expect(ids.length).toBe(12);
      await clock.sleep(1_000);
      expect(await acquireAll('a')).toEqual([]); // the CRM may have counted all after its report
      for (const [i, id] of ids.slice(0, 11).entries()) {
        await settle('a', id, { remaining: 11 - i }, 900);
      }
      expect(await acquireAll('a')).toEqual([]);
    });
  });

  test('probes for a window at most', async () => {
    const { run, clock, acquireAll, settle } = restarted();
    await run(async () => {
      const [id, ...more] = await acquireAll('a');
      expect(more).toEqual([]);
      await clock.sleep(10_000);
      await settle('a', id!, { remaining: undefined });
      expect((await acquireAll('a')).length).toBeGreaterThan(1);
    });
  });

  test('reserves the solo grant of the earlier coordinator', async () => {
    const clock = new VirtualClock();
    const { join, acquireAll, it: first } = coordinatorWorld({ clock });
    await clock.run(join('a'));
    const second = coordinatorWorld({ clock, before: first.state });
    await clock.run(clock.sleep(10_000));
    expect((await clock.run(acquireAll('a'))).length).toBeGreaterThan(0);
    const [probe] = await clock.run(second.acquireAll('b'));
    await clock.run(second.settle('b', probe!, { max: undefined, remaining: undefined }));
    expect((await clock.run(second.acquireAll('b'))).length).toBe(74);
  });
});
