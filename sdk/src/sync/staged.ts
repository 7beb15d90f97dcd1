import { isActorError } from '../protocol/actor.ts';
import { PermanentSyncError } from './source/sync-errors.ts';

/** The codes by which the actor refuses a page: the run would not end, or has too many poison rows. */
const REFUSALS: readonly string[] = ['cursor_repeats', 'empty_pages', 'poison_full'];

/** Turns the actor's refusal of a page into a permanent error. */
export async function staged<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw isActorError(error) && REFUSALS.includes(error.code) ? new PermanentSyncError(error.message) : error;
  }
}
