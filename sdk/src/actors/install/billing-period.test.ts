import { describe, expect, test } from 'vitest';
import { cycleAt, monthAt } from './billing-period.ts';

const at = (text: string) => Date.parse(text);

function shown({ from, to }: { from: number; to: number | null }): string {
  return `${new Date(from).toISOString()} ${to === null ? '' : new Date(to).toISOString()}`;
}

test.each([
  ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z 2026-02-01T00:00:00.000Z'],
  ['2026-01-31T23:59:59.999Z', '2026-01-01T00:00:00.000Z 2026-02-01T00:00:00.000Z'],
  ['2024-02-29T12:00:00.000Z', '2024-02-01T00:00:00.000Z 2024-03-01T00:00:00.000Z'],
  ['2026-12-31T23:59:59.999Z', '2026-12-01T00:00:00.000Z 2027-01-01T00:00:00.000Z'],
])('the month at %s is %s', (now, period) => {
  expect(shown(monthAt(at(now)))).toBe(period);
});

describe('a billing cycle', () => {
  const cases: [about: string, start: string | null, end: string | null, now: string, period: string][] = [
    [
      'is the named cycle',
      '2026-01-10',
      '2026-02-10',
      '2026-01-20',
      '2026-01-10T00:00:00.000Z 2026-02-10T00:00:00.000Z',
    ],
    [
      'includes its first instant',
      '2026-01-10',
      '2026-02-10',
      '2026-01-10',
      '2026-01-10T00:00:00.000Z 2026-02-10T00:00:00.000Z',
    ],
    ['excludes its end', '2026-01-10', '2026-02-10', '2026-02-10', '2026-02-10T00:00:00.000Z 2026-03-10T00:00:00.000Z'],
    [
      'of a month is followed by months',
      '2026-01-10',
      '2026-02-10',
      '2026-12-09',
      '2026-11-10T00:00:00.000Z 2026-12-10T00:00:00.000Z',
    ],
    [
      'ends on the last day of a shorter month',
      '2026-01-31',
      '2026-02-28',
      '2026-03-30',
      '2026-02-28T00:00:00.000Z 2026-03-31T00:00:00.000Z',
    ],
    [
      'of a year is followed by years',
      '2024-02-29',
      '2025-02-28',
      '2028-03-01',
      '2028-02-29T00:00:00.000Z 2029-02-28T00:00:00.000Z',
    ],
    [
      'keeps its time of day',
      '2026-01-10T06:30Z',
      '2026-02-10T06:30Z',
      '2026-02-10T06:29Z',
      '2026-01-10T06:30:00.000Z 2026-02-10T06:30:00.000Z',
    ],
    [
      'of days is followed by as many days',
      '2026-01-01',
      '2026-01-15',
      '2026-02-01',
      '2026-01-29T00:00:00.000Z 2026-02-12T00:00:00.000Z',
    ],
    [
      'that has not begun is preceded by one of its length',
      '2026-02-10',
      '2026-03-10',
      '2026-02-01',
      '2026-01-10T00:00:00.000Z 2026-02-10T00:00:00.000Z',
    ],
    ['without an end has none', '2026-01-10', null, '2036-01-10', '2026-01-10T00:00:00.000Z '],
    [
      'without a name is the calendar month',
      null,
      null,
      '2026-01-10',
      '2026-01-01T00:00:00.000Z 2026-02-01T00:00:00.000Z',
    ],
  ];
  test.each(cases)('%s', (_about, periodStart, periodEnd, now, period) => {
    expect(shown(cycleAt({ periodStart, periodEnd }, at(now)))).toBe(period);
  });

  test('contains every time, and ends where the next one starts', () => {
    for (const [periodStart, periodEnd] of [
      ['2026-01-31', '2026-02-28'],
      ['2026-01-30', '2026-04-30'],
      ['2026-01-01', '2026-01-08'],
    ] as const) {
      let last = at(periodStart);
      for (let now = last; now < at('2030-01-01'); now += 3 * 86_400_000) {
        const { from, to } = cycleAt({ periodStart, periodEnd }, now);
        expect(from <= now && now < to!, `${periodStart} ${new Date(now).toISOString()}`).toBe(true);
        expect(from >= last).toBe(true);
        expect(cycleAt({ periodStart, periodEnd }, to!).from).toBe(to);
        last = from;
      }
    }
  });
});
