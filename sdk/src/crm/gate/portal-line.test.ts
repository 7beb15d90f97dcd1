import { expect, test } from 'vitest';
import { normalizeRateLimits } from '../../manifest/rate-limits.ts';
import { CoordinatorGate } from './coordinator-gate.ts';
import { settingsOf } from './isolate.ts';
import { PortalLine } from './portal-line.ts';

test('grants of isolates that are gone are forgotten once their calls have ended', () => {
  const gate = new CoordinatorGate(settingsOf('general', normalizeRateLimits()), () => 0.5);
  const clock = { now: () => 0, setTimeout: () => 0 };
  const line = new PortalLine(gate, clock, { isolate: '', until: -Infinity, calls: 0 });
  line.grant(1, 0);
  line.grant(2, 1_000);
  line.grant(3, 35_000);
  expect([...line.granted.keys()]).toEqual([2, 3]);
  line.grant(4, 80_000);
  expect([...line.granted.keys()]).toEqual([4]);
});
