import { markError, recognizeMark } from './mark.ts';

const DECLARATION: symbol = Symbol.for('svc.declaration');
const SCHEDULE: symbol = Symbol.for('svc.schedule');

/**
 * A declaration that the SDK refuses. It is thrown while the declaring module loads. `instanceof` recognizes it in every
 * copy of this package.
 *
 * Missing options and unknown names do not throw: `svc check` reports them.
 */
export class DeclarationError extends Error {
  /** The id of the `svc check` rule that reports the same mistake. */
  readonly rule: string;
  /** The keys that lead from the options object to the invalid value. Empty when the call itself is invalid. */
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
 * A sync whose `schedule` has no accepted form. `worker.sync` and `sync` throw it at import time, and
 * `normalizeSyncSchedule` throws it. No schedule is rounded to a supported one.
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
