import { isActorError } from '../protocol/actor.ts';
import { PermanentSyncError } from './source/sync-errors.ts';

/** Turns the actor's refusal of a page into a permanent error: a repeated cursor, or too many poison rows. */
export async function staged<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw isActorError(error) && ['cursor_repeats', 'poison_full'].includes(error.code)
      ? new PermanentSyncError(error.message)
      : error;
  }
}
