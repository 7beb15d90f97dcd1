// Builds the outcome in a case's input with the SDK's constructors.
import { type ActionResult, CrmBackpressure, block, failContinue, failStop, ok, retryLater } from '@svc/sdk';

/** An outcome in a case's input, or a throw. */
export interface Wish {
  status?: string;
  message?: string;
  output?: Record<string, unknown>;
  retryAfterSeconds?: number;
  /** Logged before anything else. */
  log?: string;
}

/** Returns the outcome, or undefined without one. */
export function outcomeOf({ status, message = 'why', output, retryAfterSeconds }: Wish): ActionResult | undefined {
  switch (status) {
    case undefined:
      return undefined;
    case 'ok':
      return output === undefined ? ok() : ok(output);
    case 'fail-continue':
      return output === undefined ? failContinue(message) : failContinue(message, output);
    case 'fail-stop':
      return failStop(message);
    case 'retry-later':
      return retryLater(message, retryAfterSeconds);
    case 'block':
      return block(message);
    case 'backpressure':
      throw new CrmBackpressure(retryAfterSeconds ?? 7);
    case 'throw':
      throw new RangeError(message);
    default:
      throw new Error(`no such outcome: ${status}`);
  }
}
