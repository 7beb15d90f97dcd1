/** Converts what a tool returned to its output: declared fields, typed, and as text for the platform. */

import type { OutputFieldMap } from '../../declare/field.ts';
import { readField } from '../../declare/field-value.ts';
import { isObject } from '../../platform/body.ts';
import { emptyKind, jsonText, OutputError } from '../../platform/json-text.ts';

/** Maximum length of an output value, in characters. The platform's limit for a text property. */
export const MAX_OUTPUT_CHARS = 65_000;

/** An output field that is too long. The caller may see the message, which has no value of the field. */
export class OutputSizeError extends OutputError {
  readonly field: string;

  constructor(field: string, length: number) {
    super(
      `the output field ${JSON.stringify(field)} has ${length} characters: the CRM accepts at most ${MAX_OUTPUT_CHARS}`,
    );
    this.field = field;
  }
}

/** Reports whether the thrown value means that an output is too long. Never throws, even for a throwing proxy. */
export function isTooLong(thrown: unknown): thrown is OutputSizeError {
  try {
    return thrown instanceof OutputSizeError;
  } catch {
    return false;
  }
}

/**
 * Returns the declared fields of an output.
 * @param onUnknown called for each undeclared field, which is dropped
 * @throws OutputError if a value does not match its type
 */
export function readOutput(
  fields: OutputFieldMap | undefined,
  output: unknown,
  onUnknown: (field: string) => void,
): Record<string, unknown> {
  if (output === undefined || output === null) {
    return {};
  }
  const kind = !isObject(output) || output instanceof Error ? Object(output).constructor.name : emptyKind(output);
  if (kind) {
    throw new OutputError(`the output must be an object of output fields, not of type ${kind}`);
  }
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(output)) {
    if (value === undefined || value === null) {
      continue; // null and undefined omit the field
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
  const plain = value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : value;
  if (field === undefined || field.type.toLowerCase() === 'json') {
    return plain;
  }
  const reading = readField(field, plain);
  if ('expected' in reading) {
    throw new OutputError(
      `the output field ${JSON.stringify(name)} must be ${reading.expected} (type ${JSON.stringify(field.type)})`,
    );
  }
  return reading.value;
}

/** Converts the output to texts, since the platform accepts no other type. Objects become JSON. */
export function outputTexts(output: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(output)) {
    texts[name] = typeof value === 'string' ? value : jsonText(value, `the output field ${JSON.stringify(name)}`);
  }
  return texts;
}

/** @throws OutputSizeError if a value exceeds the platform's limit */
export function checkOutputSize(texts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(texts)) {
    if (text.length > MAX_OUTPUT_CHARS) {
      throw new OutputSizeError(name, text.length);
    }
  }
}
