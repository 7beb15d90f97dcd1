import { isActorError } from './actor.ts';

/**
 * Calls an actor, and retries once if it was restarted during the call. An actor that returned an error was not
 * restarted. Use it only for calls that are idempotent, or that the actor deduplicates.
 */
export async function callAgain<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (isActorError(error)) {
      throw error;
    }
    return call();
  }
}
