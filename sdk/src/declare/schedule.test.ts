import { describe, expect, it } from 'vitest';
import vectors from '../../../contract/schedules/schedules.json' with { type: 'json' };
import { ScheduleValidationError } from './error.ts';
import { normalizeSyncSchedule } from './schedule.ts';

interface Vector {
  schedule: string;
  kind?: string;
  crons?: string[];
  rule?: string;
  error?: string;
}

function refusal(schedule: unknown): ScheduleValidationError {
  try {
    normalizeSyncSchedule(schedule as string);
  } catch (error) {
    if (error instanceof ScheduleValidationError) {
      return error;
    }
    throw error;
  }
  throw new Error(`${String(schedule)} was accepted`);
}

describe('normalizeSyncSchedule', () => {
  for (const vector of vectors as Vector[]) {
    const { schedule, kind, crons, rule, error } = vector;
    if (error === undefined) {
      it(`accepts ${JSON.stringify(schedule)}`, () => {
        expect(normalizeSyncSchedule(schedule)).toEqual({ kind, expression: schedule, crons });
      });
    } else {
      it(`refuses ${JSON.stringify(schedule)} with a fix`, () => {
        const refused = refusal(schedule);
        expect({ rule: refused.rule, error: refused.message, path: refused.path, schedule: refused.schedule }).toEqual({
          rule,
          error,
          path: ['schedule'],
          schedule,
        });
      });
    }
  }

  it.each([undefined, null, 5, {}, [], true])('refuses %j, which is not a string', (schedule) => {
    expect(refusal(schedule).message).toContain("use an interval such as '5m', '6h' or '1d'");
  });

  it('suggests only schedules that it accepts', () => {
    for (const { error } of (vectors as Vector[]).filter((vector) => vector.error !== undefined)) {
      const proposals = error?.slice(error.search(/[;:] use /)).matchAll(/'([^']+)'/g) ?? [];
      for (const [, proposal = ''] of error?.includes('use ') ? proposals : []) {
        expect(() => normalizeSyncSchedule(proposal), `${proposal} in: ${error}`).not.toThrow();
      }
    }
  });

  it('accepts only minutes that divide 60 and hours that divide 24', () => {
    const accepted = (count: number, unit: string) => {
      try {
        normalizeSyncSchedule(`${count}${unit}`);
        return true;
      } catch {
        return false;
      }
    };
    for (let count = 1; count <= 300; count++) {
      expect(accepted(count, 'm'), `${count}m`).toBe(60 % count === 0);
      expect(accepted(count, 'h'), `${count}h`).toBe(24 % count === 0);
      expect(accepted(count, 'd'), `${count}d`).toBe(count === 1);
    }
  });

  it('returns a schedule or throws a ScheduleValidationError for any text', () => {
    const alphabet = [
      '*',
      '/',
      '-',
      ',',
      ' ',
      '0',
      '1',
      '5',
      '60',
      'm',
      'h',
      'd',
      'mon',
      'jan',
      '#',
      'L',
      '\u0000',
      '٣',
      '\n',
    ];
    let seed = 1;
    const next = (below: number) => {
      seed = (seed * 48271) % 2147483647;
      return seed % below;
    };
    for (let round = 0; round < 20_000; round++) {
      const text = Array.from({ length: next(12) }, () => alphabet[next(alphabet.length)]).join('');
      try {
        const { crons, kind } = normalizeSyncSchedule(text);
        // Parsing an accepted cron expression again does not change it.
        expect(crons.map((cron) => normalizeSyncSchedule(cron).crons[0])).toEqual(crons);
        expect(crons.length).toBe(kind === 'interval' || kind === 'cron' ? 1 : 0);
      } catch (error) {
        expect(error, text).toBeInstanceOf(ScheduleValidationError);
      }
    }
  });
});
