import { markError, recognizeMark } from './mark.ts';

const DECLARATION: symbol = Symbol.for('svc.declaration');
const SCHEDULE: symbol = Symbol.for('svc.schedule');

/**
 * The error of an invalid declaration, thrown while its module loads. `instanceof` works across copies of this package.
 *
 * Missing options and unknown names do not throw: `svc check` reports them.
 */
export class DeclarationError extends Error {
  /** The id of the `svc check` rule that reports the same mistake. */
  readonly rule: string;
  /** The path of keys from the options object to the invalid value. Empty if the call itself is invalid. */
  readonly path: readonly string[];

  constructor(message: string, rule: string, path: readonly string[] = []) {
    super(message);
    this.name = 'DeclarationError';
    this.rule = rule;
    this.path = path;
    markError(this, DECLARATION);
  }

  static {
    recognizeMark(DeclarationError, DECLARATION);
  }
}

/**
 * The error of an invalid `schedule`. `worker.sync` and `sync` throw it while their module loads, as does
 * `normalizeSyncSchedule`.
 */
export class ScheduleValidationError extends DeclarationError {
  /** The schedule as it was declared. */
  readonly schedule: unknown;

  constructor(message: string, schedule: unknown, rule: string = 'schedule-syntax') {
    super(message, rule, ['schedule']);
    this.name = 'ScheduleValidationError';
    this.schedule = schedule;
    markError(this, SCHEDULE);
  }

  static {
    recognizeMark(ScheduleValidationError, SCHEDULE);
  }
}
