import type { ErrorRecord } from '../platform/observation.ts';
import { describeThrown } from '../platform/thrown.ts';
import { isActorError } from './actor.ts';

/**
 * Runs a step and returns `{"v": value}` or `{"e": {"code", "message"}}` as JSON text, since calls between workers on
 * the edge drop the code of an error. Never rejects.
 */
export async function answerStep(run: () => Promise<unknown>, onFault: (error: unknown) => void): Promise<string> {
  try {
    return JSON.stringify({ v: (await run()) ?? null });
  } catch (error) {
    if (isActorError(error)) {
      return JSON.stringify({ e: { code: error.code, message: error.message } });
    }
    onFault(error);
    return JSON.stringify({ e: { code: 'step_failed', message: 'the worker failed; see its log' } });
  }
}

/** Returns the record of an error outside of an invocation. */
export function faultOf(error: unknown, worker: string): ErrorRecord {
  return {
    type: 'error',
    invocation: crypto.randomUUID(),
    worker,
    capabilityId: null,
    kind: null,
    ...describeThrown(error),
  };
}
