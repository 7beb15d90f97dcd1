import { ActorError } from '../../protocol/actor.ts';
import { shown } from '../core/store.ts';

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Longest duration, in ms: 10 years. */
export const LONGEST_MS = 3650 * 86_400_000;

/**
 * Returns a duration in ms, rounded up: seconds, or a whole number with a unit.
 * @param option what the error calls it
 * @param least in ms
 */
export function durationMs(option: string, value: unknown, least: number): number {
  const [, count, unit = 's'] = /^(\d{1,15})([smhd])$/.exec(String(value)) ?? [];
  const ms = Math.ceil(typeof value === 'number' ? value * 1_000 : Number(count) * (UNITS[unit] as number));
  if (!(ms >= least && ms <= LONGEST_MS)) {
    throw new ActorError(
      'invalid_duration',
      `invalid ${option} ${shown(value)}: expected a number of seconds, or a string such as "30s", "15m", "12h" or ` +
        '"7d", at most 3650 days',
    );
  }
  return ms;
}
