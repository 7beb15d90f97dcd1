/**
 * Creates the properties that a sync writes and the CRM does not have yet, where the sync says so (`manageSchema`). It
 * never changes or deletes one. `full` also creates the object type, when there is none of that name.
 */

import type { SyncDefinition } from '../capability/sync.ts';
import type { CrmClient } from '../context/crm.ts';
import type { CrmBatchFailure } from '../context/crm-batch.ts';
import type { CrmProperty, CrmPropertyInput } from '../context/crm-schema.ts';
import { CrmAnswerError } from '../crm/error.ts';
import { CrmBackpressure } from '../crm/gate/backpressure.ts';
import { defaultCrmFieldType, normalizeCrmFieldType } from '../declare/field-type.ts';
import type { Into } from './into.ts';
import { SyncFault, SyncStumble } from './source/fault.ts';

/** Where object types are created. */
const SCHEMAS = '/crm/v3/schemas';

/** What a property that the app does not declare is created as: it takes every value that a row can have. */
const TEXT = { type: 'string', fieldType: 'text' };

/** Throws a SyncFault when something is missing that could not be created. Calls nothing where nothing is to be managed. */
export async function manageSchema(
  crm: CrmClient,
  into: Into,
  managed: SyncDefinition['manageSchema'] = false,
): Promise<void> {
  const { idProperty } = into;
  if (managed === false || into.schema === undefined) {
    return; // without a schema the names are not known before the rows
  }
  const wanted = [...new Set([idProperty, ...Object.values(into.schema)])];
  const known = await refused(`the properties of ${into.name} could not be read`, () =>
    knownProperties(crm, into, managed === 'full'),
  );
  if (known === undefined) {
    await refused(`the object type ${into.name} could not be created`, () =>
      createObject(crm, into, wanted, idProperty),
    );
    return;
  }
  const missing = wanted.filter((name) => !known.some((one) => one.name === name));
  if (missing.length === 0) {
    return;
  }
  const groupName = usualGroup(known) ?? `${into.name}_information`;
  const inputs = missing.map((name): CrmPropertyInput => ({ ...propertyOf(name, into, idProperty), groupName }));
  const { failed } = await crm.batch.properties.create(into.name, inputs);
  const first = failed.find(({ error }) => error.status !== 409); // somebody else has just created it
  if (first !== undefined) {
    throw why(
      first.error,
      `the property ${first.input.name} of ${into.name} could not be created: ${first.error.message}`,
    );
  }
}

/** What the CRM means as a no will not change by itself; what may have been created is seen by the next step. */
function why(
  { category, status, retryable, ambiguous, retryAfterSeconds = 1 }: CrmBatchFailure<CrmPropertyInput>['error'],
  said: string,
): Error {
  if (category === 'BACKPRESSURE') {
    return new CrmBackpressure(retryAfterSeconds);
  }
  const isNo =
    !retryable && ambiguous !== true && (status === undefined || (status < 500 && status !== 408 && status !== 429));
  return isNo ? new SyncFault(said) : new SyncStumble(said);
}

/** The properties; undefined where there is no such object type, and it may be created. */
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

async function createObject(crm: CrmClient, into: Into, wanted: readonly string[], idProperty: string): Promise<void> {
  await crm.request('POST', SCHEMAS, {
    body: {
      name: into.name,
      labels: { singular: into.name, plural: into.name },
      primaryDisplayProperty: idProperty,
      requiredProperties: [idProperty],
      properties: wanted.map((name) => propertyOf(name, into, idProperty)),
    },
  });
}

/** As the app declares it, where it does. */
function propertyOf(name: string, { object }: Into, idProperty: string): CrmProperty {
  const [, declared] = Object.entries(object?.properties ?? {}).find(([key, one]) => (one.name ?? key) === name) ?? [];
  const kind = declared && {
    type: normalizeCrmFieldType(declared.type),
    fieldType: declared.fieldType ?? defaultCrmFieldType(declared.type),
    ...(declared.options !== undefined && {
      options: declared.options.map((one) =>
        typeof one === 'string' ? { label: one, value: one } : { label: one.label, value: one.value },
      ),
    }),
  };
  return {
    name,
    label: declared?.label ?? name,
    ...(kind ?? TEXT),
    ...(name === idProperty && { hasUniqueValue: true }),
  };
}

/** The group that most properties are in. */
function usualGroup(known: readonly CrmProperty[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { groupName } of known) {
    if (groupName !== undefined) {
      counts.set(groupName, (counts.get(groupName) ?? 0) + 1);
    }
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** What the CRM means as a no will not change by itself. */
async function refused<T>(what: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const isNo = error instanceof CrmAnswerError && error.status < 500 && error.status !== 408 && error.status !== 429;
    throw isNo ? new SyncFault(`${what}: ${error.message}`) : error;
  }
}
