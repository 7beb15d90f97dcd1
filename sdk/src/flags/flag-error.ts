import type { FlagErrorCode } from '../context/flags.ts';

/** Why an evaluation returns the caller's default. It never leaves this folder, because no evaluation throws. */
export class FlagError extends Error {
  readonly code: FlagErrorCode;

  constructor(code: FlagErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Returns the error for a malformed snapshot. */
export function malformed(message: string): FlagError {
  return new FlagError('GENERAL', message);
}
