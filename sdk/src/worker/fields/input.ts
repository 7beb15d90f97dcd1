/** Converts sent input to `ctx.input`: only declared fields, typed, with defaults. */

import type { FieldMap } from '../../declare/field.ts';
import { isObject } from '../../platform/body.ts';
import { RouteError } from '../../platform/errors.ts';
import { isAbsent, readField } from './field-value.ts';

/** What the input must match. */
export interface InputContract {
  readonly capabilityId: string;
  /** Absent if the capability declares no input; it then receives what was sent. */
  readonly fields: FieldMap | undefined;
  /** The fields that an agent may set. Absent for other surfaces. */
  readonly exposed?: readonly string[];
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
    if (!isAbsent(field, value)) {
      const reading = readField(field, value);
      if ('expected' in reading) {
        mismatch ??= new RouteError(
          'invalid_input',
          `the input field ${JSON.stringify(name)} must be ${reading.expected}`,
          {
            capabilityId,
            field: name,
          },
        );
        continue;
      }
      input[name] = reading.value;
    } else if (field.default !== undefined) {
      input[name] = structuredClone(field.default); // the handler may mutate its input
    } else if (field.required === true || field.isRequired === true) {
      missing.push(name);
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
