/** From what a handler returned to an outcome that its surface can answer with. */

import { type ActionResult, isActionResult } from '../declare/result.ts';
import { SDK_VERSION } from '../version.ts';
import type { Outcome, Surface } from './outcome.ts';
import { checkOutputSize, OutputError, outputTexts, readOutput } from './output.ts';
import type { Capability } from './site.ts';

const STATUSES: readonly unknown[] = [
  'ok',
  'fail-continue',
  'fail-stop',
  'retry-later',
  'block',
] satisfies ActionResult['status'][];

/**
 * Reads what the handler returned. Throws an OutputError when a tool's output does not fit its declaration.
 * @param onUnknown is told of each output field that is not declared
 */
export function readReturned(
  capability: Capability,
  surface: Surface,
  returned: unknown,
  onUnknown: (field: string) => void,
): Outcome {
  const outcome = isResult(capability, returned) ? asOutcome(returned) : ({ status: 'ok', output: returned } as const);
  if (outcome.status === 'ok' && outcome.output instanceof ReadableStream) {
    throw new OutputError(`a ReadableStream cannot be answered with by version ${SDK_VERSION} of @svc/sdk`);
  }
  if (capability.kind !== 'tool' || !(outcome.status === 'ok' || outcome.status === 'fail-continue')) {
    return outcome;
  }
  const output = readOutput(capability.output, outcome.output, onUnknown);
  const texts = outputTexts(output);
  checkOutputSize(texts);
  return { ...outcome, output: surface === 'invoke' ? output : texts };
}

/**
 * Whether it is a result and no output. A tool may write one by hand, unless its output has a field `status`;
 * a card's plain value is its result whatever it looks like.
 */
function isResult(capability: Capability, returned: unknown): returned is ActionResult<unknown> {
  if (isActionResult(returned) || capability.kind !== 'tool') {
    return isActionResult(returned);
  }
  const isObject = typeof returned === 'object' && returned !== null;
  return (
    isObject &&
    capability.output?.['status'] === undefined &&
    STATUSES.includes((returned as { status?: unknown }).status)
  );
}

/** Only the members that a result of its status has, each of its type. */
function asOutcome(result: ActionResult<unknown>): Exclude<Outcome, { status: 'error' | 'backpressure' }> {
  if (result.status === 'ok') {
    return { status: 'ok', output: result.output };
  }
  const message = String(result.message ?? '');
  switch (result.status) {
    case 'fail-continue':
      return { status: 'fail-continue', message, output: result.output };
    case 'retry-later':
      return {
        status: 'retry-later',
        message,
        ...(result.retryAfterSeconds !== undefined && { retryAfterSeconds: result.retryAfterSeconds }),
      };
    default:
      return { status: result.status, message };
  }
}
