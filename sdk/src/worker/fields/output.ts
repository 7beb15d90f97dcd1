/** From what a tool returned to its output: declared fields, each of its type, and their text form for the platform. */

import type { OutputFieldMap } from '../../declare/field.ts';
import { readField } from './field-value.ts';

/** Longest output value in characters: the platform's limit for a text property. */
export const MAX_OUTPUT_CHARS = 65_000;

/** An output that cannot be handed on; the message is for the app's author, not for the caller. */
export class OutputError extends Error {
  readonly code: 'handler_error' | 'output_too_large';

  constructor(message: string, code: 'handler_error' | 'output_too_large' = 'handler_error') {
    super(message);
    this.name = 'OutputError';
    this.code = code;
  }
}

/** Whether what was thrown is the error of an output that is too long. Anything may be asked: a proxy may throw here. */
export function isTooLong(thrown: unknown): boolean {
  try {
    return thrown instanceof OutputError && thrown.code === 'output_too_large';
  } catch {
    return false;
  }
}

/**
 * The declared fields of an output. Throws an OutputError for one that does not fit its type.
 * @param onUnknown is told of each field that is not declared; such a field is left out
 */
export function readOutput(
  fields: OutputFieldMap | undefined,
  output: unknown,
  onUnknown: (field: string) => void,
): Record<string, unknown> {
  if (output === undefined || output === null) {
    return {};
  }
  if (typeof output !== 'object' || Array.isArray(output)) {
    throw new OutputError(
      `the output must be an object of output fields, not ${Array.isArray(output) ? 'an array' : typeof output}`,
    );
  }
  for (const kind of [Error, Response, ReadableStream, Promise, Map, Set, Date]) {
    if (output instanceof kind) {
      throw new OutputError(`the output must be an object of output fields, not a value of ${kind.name}`);
    }
  }
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(output)) {
    if (value === undefined || value === null) {
      continue; // a field without a value is a field left out
    }
    if (fields !== undefined && !Object.hasOwn(fields, name)) {
      onUnknown(name);
      continue;
    }
    result[name] = readValue(fields?.[name], name, value);
  }
  return result;
}

function readValue(field: OutputFieldMap[string] | undefined, name: string, value: unknown): unknown {
  const plain = value instanceof Date ? isoText(value) : value;
  if (field === undefined || field.type.toLowerCase() === 'json') {
    return plain;
  }
  const reading = readField(field, plain);
  if ('expected' in reading) {
    throw new OutputError(
      `the output field ${JSON.stringify(name)} must be ${reading.expected}, as its type ${JSON.stringify(field.type)} says`,
    );
  }
  return reading.value;
}

function isoText(date: Date): unknown {
  return Number.isNaN(date.getTime()) ? date : date.toISOString();
}

/** The output as texts, which is all that the platform takes: JSON for what is no text, number or truth value. */
export function outputTexts(output: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(output)) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (text === undefined) {
      throw new OutputError(`the output field ${JSON.stringify(name)} holds a ${typeof value}, which is no JSON`);
    }
    texts[name] = text;
  }
  return texts;
}

/** Throws an OutputError when a value's text is longer than the platform takes. */
export function checkOutputSize(texts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(texts)) {
    if (text.length > MAX_OUTPUT_CHARS) {
      throw new OutputError(
        `the output field ${JSON.stringify(name)} has ${text.length} characters; at most ${MAX_OUTPUT_CHARS} are taken`,
        'output_too_large',
      );
    }
  }
}
