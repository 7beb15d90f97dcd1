/** A period of a meter: from `from` up to but not including `to`, in milliseconds since the epoch. */
export interface Period {
  readonly from: number;
  /** Null if the period has no end. */
  readonly to: number | null;
}

/** The billing cycle of a snapshot. */
export interface Cycle {
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
}

/** Returns the calendar month in UTC. */
export function monthAt(now: number): Period {
  const date = new Date(now);
  const from = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  return { from, to: monthsAfter(from, 1) };
}

/**
 * Returns the billing cycle at a time. Until a snapshot names the next cycle, cycles before and after the named one
 * have its length. Without a named cycle, the cycle is the calendar month.
 */
export function cycleAt(cycle: Cycle | undefined, now: number): Period {
  if (cycle === undefined || cycle.periodStart === null) {
    return monthAt(now);
  }
  const start = Date.parse(cycle.periodStart);
  if (cycle.periodEnd === null) {
    return { from: start, to: null };
  }
  const end = Date.parse(cycle.periodEnd);
  const months = monthsBetween(start, end);
  const nth = (n: number) => (months === undefined ? start + n * (end - start) : monthsAfter(start, n * months));
  let n = now < start ? -1 : Math.floor((now - start) / (end - start));
  while (n > 0 && nth(n) > now) {
    n -= 1; // months differ in length
  }
  while (n >= 0 && nth(n + 1) <= now) {
    n += 1;
  }
  return { from: nth(n), to: nth(n + 1) };
}

/** Returns the number of whole months between the times, or undefined if they are at different times of the month. */
function monthsBetween(start: number, end: number): number | undefined {
  const [a, b] = [new Date(start), new Date(end)];
  const months = (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
  return months > 0 && monthsAfter(start, months) === end ? months : undefined;
}

/** Returns the same time of a later month, on its last day if the month is too short. */
function monthsAfter(time: number, months: number): number {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const day = Math.min(date.getUTCDate(), new Date(Date.UTC(year, month + 1, 0)).getUTCDate());
  return Date.UTC(year, month, day) + (time - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()));
}
