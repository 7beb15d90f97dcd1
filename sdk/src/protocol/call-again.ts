import { isActorError } from './actor.ts';

/**
 * Calls an actor once more when it was restarted under the call: one that has answered, even with an error, was not. Only
 * for what may be done twice, or what the actor knows to have done already.
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
