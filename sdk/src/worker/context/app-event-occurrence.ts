/** Validates one occurrence of an app event, and converts it to the CRM's form. */

import type { AppEventDefinition } from '../../declare/app-event.ts';
import { readField } from '../../declare/field-value.ts';
import type { PropertyDefinition } from '../../declare/property.ts';
import { isObject } from '../../platform/body.ts';
import { emptyKind } from '../../platform/json-text.ts';
import type { Occurrence } from '../../protocol/app-events.ts';
import { invalid } from '../../platform/arguments.ts';

const TARGETS = ['objectId', 'email', 'utk'] as const;

/** Maximum length of an occurrence's id, in UTF-16 units. */
const MAX_ID = 200;

/** Converts an occurrence. @param now ms since the epoch @throws TypeError if it is invalid */
export function readOccurrence(event: AppEventDefinition, given: unknown, now: number): Occurrence {
  const fail = (what: string): never => {
    throw invalid(`an occurrence of ${JSON.stringify(event.id)} ${what}`);
  };
  if (!isObject(given)) {
    return fail('must be an object such as { objectId: "1", properties: { … } }');
  }
  const { id = crypto.randomUUID(), timestamp } = given;
  if (typeof id !== 'string' || id === '' || id.length > MAX_ID) {
    return fail(`must have an id of 1 to ${MAX_ID} characters, or none`);
  }
  const targets = TARGETS.filter((name) => given[name] !== undefined);
  const [target] = targets;
  const value = target === undefined ? undefined : given[target];
  if (targets.length !== 1 || target === undefined || typeof value !== 'string' || value === '') {
    return fail('must have exactly one of objectId, email and utk, as a string');
  }
  const contacts = /^contacts?$/i.test(event.objectType);
  if (target !== 'objectId' && !contacts) {
    return fail(`must have an objectId of ${event.objectType}; email and utk identify contacts`);
  }
  const at = timestamp === undefined ? now : Date.parse(String(timestamp));
  if (Number.isNaN(at)) {
    return fail('must have a timestamp in ISO 8601, such as "2026-01-31T09:00:00Z", or none');
  }
  return {
    id,
    [target]: value,
    properties: readProperties(event, given['properties'], fail),
    timestamp: new Date(at).toISOString(),
  };
}

function readProperties(
  event: AppEventDefinition,
  given: unknown,
  fail: (what: string) => never,
): Record<string, string> {
  if (given !== undefined && (!isObject(given) || emptyKind(given))) {
    return fail('must have an object as properties');
  }
  const properties: Record<string, string> = {};
  for (const [key, value] of Object.entries(given ?? {})) {
    const field = Object.hasOwn(event.properties, key) ? event.properties[key] : undefined;
    if (field === undefined) {
      return fail(`has the property ${JSON.stringify(key)}, which the event does not declare`);
    }
    if (value === undefined || value === null) {
      continue;
    }
    const reading = readField(field as never, value instanceof Date ? value.toISOString() : value);
    if ('expected' in reading) {
      return fail(`has an invalid ${JSON.stringify(key)}: expected ${reading.expected}`);
    }
    // The CRM documents all values as text.
    properties[field.name ?? key] = typeof reading.value === 'string' ? reading.value : JSON.stringify(reading.value);
  }
  const isMissing = ([key, field]: [string, PropertyDefinition]): boolean =>
    (field.required === true || field.isRequired === true) && !Object.hasOwn(properties, field.name ?? key);
  const missing = Object.entries(event.properties).filter(isMissing);
  if (missing.length > 0) {
    return fail(`lacks required properties: ${missing.map(([key]) => JSON.stringify(key)).join(', ')}`);
  }
  return properties;
}
