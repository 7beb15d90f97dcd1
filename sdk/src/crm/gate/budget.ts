import type { CrmBudget } from '../../context/crm-budget.ts';
import type { Gate } from './gate.ts';
import type { Line } from './line.ts';

/**
 * Returns the budget behind the calls that wait in a line.
 *
 * @param stride that of the caller: see `strideOf`
 * @param calls the number of calls whose wait is returned
 */
export function budgetOf(line: Line, stride: number, calls: number, now: number): CrmBudget {
  const { gate } = line;
  // A new call is behind the waiting ones with an earlier turn.
  const placeOf = (count: number) => line.countUntil(line.turnOf(stride) + stride * count) + count;
  const waitOf = (count: number) => line.waitFor(placeOf(count), now, stride);
  const waitMs = waitOf(calls); // also updates the gate to the time
  const window = leftInWindow(gate, now);
  let [passing, waiting] = [0, window + 1];
  while (waiting - passing > 1) {
    const middle = Math.floor((passing + waiting) / 2);
    if (waitOf(middle) === 0) {
      passing = middle;
    } else {
      waiting = middle;
    }
  }
  const day = gate.account.dailyLeft;
  return { now: passing, window, ...(day !== Infinity && { day }), waitMs };
}

function leftInWindow(gate: Gate, now: number): number {
  const unused = gate.windowSize() - gate.window.charged - gate.calls.inFlight;
  const reported = Math.floor(gate.window.left / gate.share) - gate.unreported(now);
  return Math.max(0, Math.min(unused, reported));
}
