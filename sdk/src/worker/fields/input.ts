/** Converts sent input to `ctx.input`: only declared fields, typed, with defaults. */

import type { FieldMap } from '../../declare/field.ts';
import { isAbsent, type Mismatch, readDefault, readField } from '../../declare/field-value.ts';
import { isObject } from '../../platform/body.ts';
import { RouteError } from '../../platform/errors.ts';

/** What the input must match. */
export interface InputContract {
  readonly capabilityId: string;
  /** Absent if the capability declares no input; it then receives what was sent. */
  readonly fields: FieldMap | undefined;
  /** The fields that an agent may set. Absent for other surfaces. */
  readonly exposed?: readonly string[];
  /** Whether the values are text, as in a workflow action. A text of a `json` field is then parsed. */
  readonly isText?: boolean;
}

/** Returns the handler's input. @throws RouteError that names all missing fields, else the first invalid one */
export function readInput(contract: InputContract, sent: unknown): Record<string, unknown> {
  const { capabilityId, fields } = contract;
  const given = sent ?? {};
  if (!isObject(given)) {
    throw new RouteError('invalid_input', 'the input must be a JSON object', { capabilityId, field: 'input' });
  }
  if (fields === undefined) {
    return contract.exposed === undefined ? given : {};
  }
  const input: Record<string, unknown> = {};
  const missing: string[] = [];
  let mismatch: RouteError | undefined;
  for (const [name, field] of Object.entries(fields)) {
    const isOpen = contract.exposed === undefined || contract.exposed.includes(name);
    const value = isOpen && Object.hasOwn(given, name) ? given[name] : undefined;
    const isAsSent = contract.isText !== true && String(field.type).toLowerCase() === 'json';
    const isSent = isAsSent ? (value ?? undefined) !== undefined : !isAbsent(field, value);
    if (!isSent && (field.required === true || field.isRequired === true)) {
      missing.push(name);
      continue;
    }
    const reading = !isSent ? readDefault(field) : isAsSent ? { value } : readField(field, value);
    if ('expected' in reading) {
      mismatch ??= invalid(contract, name, `${isSent ? '' : 'default of the '}input field`, reading);
    } else if (isSent || field.default !== undefined) {
      input[name] = reading.value;
    }
  }
  if (missing.length > 0) {
    throw new RouteError('missing_required_input', `required input is missing: ${missing.join(', ')}`, {
      capabilityId,
      fields: missing,
    });
  }
  if (mismatch !== undefined) {
    throw mismatch;
  }
  return input;
}

function invalid({ capabilityId }: InputContract, field: string, what: string, { expected }: Mismatch): RouteError {
  const message = `the ${what} ${JSON.stringify(field)} must be ${expected}`;
  return new RouteError('invalid_input', message, { capabilityId, field });
}
