/** Converts what a handler returned to an outcome. */

import { type ActionResult, isActionResult } from '../../declare/result.ts';
import type { AnsweredSurface } from '../../platform/observation.ts';
import type { Capability } from '../../protocol/request-context.ts';
import { checkOutputSize, outputTexts, readOutput } from '../fields/output.ts';
import type { Outcome } from '../invocation/outcome.ts';

const STATUSES: readonly unknown[] = [
  'ok',
  'fail-continue',
  'fail-stop',
  'retry-later',
  'block',
] satisfies ActionResult['status'][];

/**
 * Converts what the handler returned to an outcome.
 * @param onUnknown called for each undeclared output field
 * @throws OutputError if a tool's output does not match its declaration
 */
export function readReturned(
  capability: Capability,
  surface: AnsweredSurface,
  returned: unknown,
  onUnknown: (field: string) => void,
): Outcome {
  const outcome = isResult(capability, returned) ? asOutcome(returned) : ({ status: 'ok', output: returned } as const);
  if (capability.kind !== 'tool' || !(outcome.status === 'ok' || outcome.status === 'fail-continue')) {
    return outcome;
  }
  const output = readOutput(capability.output, outcome.output, onUnknown);
  const texts = outputTexts(output);
  checkOutputSize(texts);
  return { ...outcome, output: surface === 'invoke' ? output : texts };
}

/**
 * Reports whether the value is a result rather than an output. A result may be an object literal, except from a card
 * backend or a tool whose output has a field `status`.
 */
function isResult(capability: Capability, returned: unknown): returned is ActionResult<unknown> {
  const isOutput =
    capability.kind === 'cardBackend' || (capability.kind === 'tool' && capability.output?.['status'] !== undefined);
  if (isActionResult(returned) || isOutput) {
    return isActionResult(returned);
  }
  return (
    typeof returned === 'object' && returned !== null && STATUSES.includes((returned as { status?: unknown }).status)
  );
}

/** Copies the members that a result of its status has. */
function asOutcome(result: ActionResult<unknown>): Exclude<Outcome, { status: 'error' | 'backpressure' }> {
  if (result.status === 'ok') {
    return { status: 'ok', output: result.output };
  }
  const message = String(result.message ?? '');
  switch (result.status) {
    case 'fail-continue':
      return { status: 'fail-continue', message, output: result.output };
    case 'retry-later':
      return { status: 'retry-later', message, retryAfterSeconds: result.retryAfterSeconds };
    default:
      return { status: result.status, message };
  }
}
