import { isActorError } from '../protocol/actor.ts';
import { SyncFault } from './source/fault.ts';

/** What the actor refuses about a page, a cursor that comes again or too many rows set aside, ends the run. */
export async function staged<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw isActorError(error) && ['cursor_repeats', 'poison_full'].includes(error.code)
      ? new SyncFault(error.message)
      : error;
  }
}
