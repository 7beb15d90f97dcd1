import { type ErrorCode, RouteError } from '../../platform/errors.ts';
import { isActorError } from '../../protocol/actor.ts';

/** Awaits an actor's result. Errors of the actor with one of the codes become RouteErrors. */
export async function withCodes(result: Promise<unknown>, ...codes: readonly ErrorCode[]): Promise<unknown> {
  try {
    return await result;
  } catch (error) {
    const code = isActorError(error) && codes.find((one) => one === error.code);
    throw code ? new RouteError(code, (error as Error).message) : error;
  }
}
