/** From what a surface was sent to `ctx.input`: declared fields only, each of its type, defaults filled in. */

import type { FieldMap } from '../../declare/field.ts';
import { isObject } from '../../platform/body.ts';
import { HttpError } from '../../platform/errors.ts';
import { isAbsent, readField } from './field-value.ts';

/** What the input is checked against. */
export interface InputContract {
  readonly capabilityId: string;
  /** Absent: the capability declares no input, and gets what was sent. */
  readonly fields: FieldMap | undefined;
  /** The only fields that an agent may fill; absent for every other surface. */
  readonly exposed?: readonly string[];
}

/** The handler's input, or an HttpError that names every missing field, or the first one that does not fit. */
export function readInput(contract: InputContract, sent: unknown): Record<string, unknown> {
  const { capabilityId, fields } = contract;
  const given = sent ?? {};
  if (!isObject(given)) {
    throw new HttpError('invalid_input', 'the input must be a JSON object', { capabilityId, field: 'input' });
  }
  if (fields === undefined) {
    return contract.exposed === undefined ? given : {};
  }
  const input: Record<string, unknown> = {};
  const missing: string[] = [];
  let misfit: HttpError | undefined;
  for (const [name, field] of Object.entries(fields)) {
    const isOpen = contract.exposed === undefined || contract.exposed.includes(name);
    const value = isOpen && Object.hasOwn(given, name) ? given[name] : undefined;
    if (!isAbsent(field, value)) {
      const reading = readField(field, value);
      if ('expected' in reading) {
        misfit ??= new HttpError(
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
      input[name] = structuredClone(field.default); // a handler may change its input; the declaration must not change with it
    } else if (field.required === true || field.isRequired === true) {
      missing.push(name);
    }
  }
  if (missing.length > 0) {
    throw new HttpError('missing_required_input', `required input is missing: ${missing.join(', ')}`, {
      capabilityId,
      fields: missing,
    });
  }
  if (misfit !== undefined) {
    throw misfit;
  }
  return input;
}
