import { SnapshotError } from '../../../flags/validate.ts';
import { invalidInput } from '../../../platform/errors.ts';

/** Returns what `read` returns. @throws RouteError `invalid_input` with the field of its SnapshotError */
export function readChecked<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof SnapshotError ? invalidInput(error.field, error.message) : error;
  }
}
