/**
 * The option `manageSchema`: creates missing properties that a sync writes. It never changes or deletes a property.
 * `full` also creates a missing object type.
 */

import type { SyncDefinition } from '../capability/sync.ts';
import type { CrmClient } from '../context/crm.ts';
import type { CrmBatchFailure } from '../context/crm-batch.ts';
import type { CrmProperty, CrmPropertyInput } from '../context/crm-schema.ts';
import { CrmAnswerError } from '../crm/error.ts';
import { CrmBackpressure } from '../crm/gate/backpressure.ts';
import { defaultCrmFieldType, normalizeCrmFieldType } from '../declare/field-type.ts';
import type { Into } from './into.ts';
import { PermanentSyncError, TransientSyncError } from './source/sync-errors.ts';

/** The endpoint that creates object types. */
const SCHEMAS = '/crm/v3/schemas';

/** The type of properties that the app does not declare. It accepts every value of a row. */
const TEXT = { type: 'string', fieldType: 'text' };

/** Creates what is missing. Throws a PermanentSyncError if the CRM refuses it. */
export async function manageSchema(
  crm: CrmClient,
  into: Into,
  managed: SyncDefinition['manageSchema'] = false,
): Promise<void> {
  const { idProperty } = into;
  if (managed === false || into.schema === undefined) {
    return; // without a schema, the property names depend on the rows
  }
  const wanted = [...new Set([idProperty, ...Object.values(into.schema)])];
  const read = (mayCreate: boolean) =>
    permanentIfRefused(`cannot read the properties of ${into.name}`, () => knownProperties(crm, into, mayCreate));
  let known = await read(managed === 'full');
  if (known === undefined) {
    const isCreated = await permanentIfRefused(`cannot create the object type ${into.name}`, () =>
      createObject(crm, into, wanted, idProperty),
    );
    if (isCreated) {
      return;
    }
    known = (await read(false)) ?? [];
  }
  const missing = wanted.filter((name) => !known.some((one) => one.name === name));
  if (missing.length === 0) {
    return;
  }
  const groupName = mostUsedGroup(known) ?? `${into.name}_information`;
  const inputs = missing.map((name): CrmPropertyInput => ({ ...propertyOf(name, into, idProperty), groupName }));
  const { failed } = await crm.batch.properties.create(into.name, inputs);
  const first = failed.find(({ error }) => error.status !== 409); // 409: it was created meanwhile
  if (first !== undefined) {
    throw errorOf(
      first.error,
      `cannot create the property ${first.input.name} of ${into.name}: ${first.error.message}`,
    );
  }
}

/** Returns a permanent error for a refusal. Other errors are transient: the next step sees what was created. */
function errorOf(
  { category, status, retryable, ambiguous, retryAfterSeconds = 1 }: CrmBatchFailure<CrmPropertyInput>['error'],
  message: string,
): Error {
  if (category === 'BACKPRESSURE') {
    return new CrmBackpressure(retryAfterSeconds);
  }
  const isRefused =
    !retryable && ambiguous !== true && (status === undefined || (status < 500 && status !== 408 && status !== 429));
  return isRefused ? new PermanentSyncError(message) : new TransientSyncError(message);
}

/** Returns the properties, or undefined if the object type is missing and may be created. */
async function knownProperties(crm: CrmClient, into: Into, mayCreate: boolean): Promise<CrmProperty[] | undefined> {
  try {
    return await crm.properties.list(into.name);
  } catch (error) {
    if (mayCreate && into.object === undefined && error instanceof CrmAnswerError && error.status === 404) {
      return undefined;
    }
    throw error;
  }
}

/** Creates the object type. Returns false if another caller has created it meanwhile. */
async function createObject(
  crm: CrmClient,
  into: Into,
  wanted: readonly string[],
  idProperty: string,
): Promise<boolean> {
  try {
    await crm.request('POST', SCHEMAS, {
      body: {
        name: into.name,
        labels: { singular: into.name, plural: into.name },
        primaryDisplayProperty: idProperty,
        requiredProperties: [idProperty],
        properties: wanted.map((name) => propertyOf(name, into, idProperty)),
      },
    });
    return true;
  } catch (error) {
    if (error instanceof CrmAnswerError && error.status === 409) {
      return false;
    }
    throw error;
  }
}

/** Returns the property to create, as the app declares it or as text. */
function propertyOf(name: string, { object, nameOf }: Into, idProperty: string): CrmProperty {
  const [, declared] = Object.entries(object?.properties ?? {}).find(([key]) => nameOf(key) === name) ?? [];
  const kind = declared && {
    type: normalizeCrmFieldType(declared.type),
    fieldType: declared.fieldType ?? defaultCrmFieldType(declared.type),
    ...(declared.options !== undefined && {
      options: declared.options.map((one, displayOrder) => ({
        hidden: false,
        displayOrder,
        ...(typeof one === 'string' ? { label: one, value: one } : one),
      })),
    }),
  };
  return {
    name,
    label: declared?.label ?? name,
    ...(kind ?? TEXT),
    ...(name === idProperty && { hasUniqueValue: true }),
  };
}

/** Returns the group with the most properties. */
function mostUsedGroup(known: readonly CrmProperty[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { groupName } of known) {
    if (groupName !== undefined) {
      counts.set(groupName, (counts.get(groupName) ?? 0) + 1);
    }
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** Turns a refusal of the CRM into a permanent error. */
async function permanentIfRefused<T>(what: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const isRefused =
      error instanceof CrmAnswerError && error.status < 500 && error.status !== 408 && error.status !== 429;
    throw isRefused ? new PermanentSyncError(`${what}: ${error.message}`) : error;
  }
}
