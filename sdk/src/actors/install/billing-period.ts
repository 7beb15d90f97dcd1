/** Which period a meter counts in: the calendar month in UTC, or the install's billing cycle. Pure. */

/** From the first instant on, up to the last, which is the first of the next; milliseconds since the epoch. */
export interface Period {
  readonly from: number;
  /** Null: it has no end. */
  readonly to: number | null;
}

/** The cycle that a billing snapshot names. */
export interface Cycle {
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
}

/** The calendar month, in UTC. */
export function monthAt(now: number): Period {
  const date = new Date(now);
  const from = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  return { from, to: monthsAfter(from, 1) };
}

/**
 * The billing cycle. One that has passed is followed by others of the same length, until a snapshot names the next; so
 * is one that has not begun preceded. Where none is named, it is the calendar month.
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

/** How many whole months later the end is; undefined when it is at another time of the month. */
function monthsBetween(start: number, end: number): number | undefined {
  const [a, b] = [new Date(start), new Date(end)];
  const months = (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
  return months > 0 && monthsAfter(start, months) === end ? months : undefined;
}

/** The same time of a later month, or its last day where the month has no such day. */
function monthsAfter(time: number, months: number): number {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const day = Math.min(date.getUTCDate(), new Date(Date.UTC(year, month + 1, 0)).getUTCDate());
  return Date.UTC(year, month, day) + (time - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()));
}
