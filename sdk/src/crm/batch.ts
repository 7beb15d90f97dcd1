import type {
  CrmBatch,
  CrmBatchAssociationInput,
  CrmBatchAssociations,
  CrmBatchObjects,
  CrmBatchProperties,
  CrmBatchRead,
  CrmBatchUpdateInput,
} from '../context/crm-batch.ts';
import { isObject } from '../platform/body.ts';
import { inputOf } from '../platform/arguments.ts';
import { associationOf } from './associations.ts';
import type { BatchKind } from './batch-answer.ts';
import type { BatchOutcome, BatchTransport } from './batch-run.ts';
import { Batches } from './batches.ts';
import { listOf } from './list-of.ts';
import { objectsIn } from './objects-in.ts';
import { afterOf } from './page.ts';
import { pathOf, textOf } from './path.ts';
import type { CrmPaths } from './paths.ts';
import { writtenProperty } from './properties.ts';
import { recordKey } from './record-key.ts';
import { writtenProperties } from './written-properties.ts';

type Result = Readonly<Record<string, unknown>>;

/** Makes `ctx.crm.batch`. */
export function makeBatch(transport: BatchTransport, paths: CrmPaths): CrmBatch {
  const batches = new Batches(transport);
  return {
    objects: objects(batches, (objectType) => `${pathOf(paths.objects, { 'object type': objectType })}/batch`),
    properties: properties(
      batches,
      (objectType) => `${pathOf(paths.objectProperties, { 'object type': objectType })}/batch`,
    ),
    associations: associations(
      batches,
      (from, to) => `${pathOf(paths.recordAssociations, { 'object type': from, 'other object type': to })}/batch`,
    ),
  };
}

/** Records per read with history (documentation of the CRM platform). */
const ROWS_WITH_HISTORY = 50;

function objects(batches: Batches, pathTo: (objectType: string) => string): CrmBatchObjects {
  return {
    async read(objectType, ids, options = {}) {
      const {
        properties = [],
        propertiesWithHistory = [],
        idProperty,
        archived,
      } = inputOf(options, '{ properties: ["name"] }');
      // Results are matched by the id property, so it is always read.
      const shown = [...listOf(properties, 'properties'), ...(idProperty === undefined ? [] : [idProperty])];
      return readPlain(batches, ids, {
        path: `${pathTo(objectType)}/read`,
        query: archived === true ? { archived } : undefined,
        body: {
          properties: sorted(shown),
          propertiesWithHistory: sorted(listOf(propertiesWithHistory, 'propertiesWithHistory')),
          idProperty,
        },
        size: propertiesWithHistory.length > 0 ? ROWS_WITH_HISTORY : undefined,
        isRead: true,
        input: (id) => ({ id }),
        names: (id) => [id],
        key: (id) => keyOf(id, idProperty),
        keysOf: (result) => keysOfRecord(result, [idProperty]),
      });
    },
    async create(objectType, rows) {
      return batches.write(rows, {
        path: `${pathTo(objectType)}/create`,
        isCreate: true,
        input: (row, objectWriteTraceId) => ({
          properties: writtenProperties(row),
          associations: row.associations,
          objectWriteTraceId,
        }),
        keysOf: () => [],
      });
    },
    async update(objectType, rows) {
      return batches.write(rows, records(`${pathTo(objectType)}/update`, rows));
    },
    async upsert(objectType, rows) {
      const kind = records(`${pathTo(objectType)}/upsert`, rows);
      return batches.write(rows, {
        ...kind,
        input: (row, trace) => ({
          idProperty: textOf(inputOf(row).idProperty, 'idProperty'),
          ...kind.input(row, trace),
        }),
      });
    },
    async archive(objectType, ids) {
      return batches.write(ids, {
        path: `${pathTo(objectType)}/archive`,
        input: (id) => ({ id: textOf(id, 'record id') }),
        names: (id) => [String(id)],
        key: (id) => keyOf(id),
      });
    },
  };
}

/** Returns a kind of write whose rows have an id, or the value of a unique property. */
function records<Row extends CrmBatchUpdateInput>(path: string, rows: readonly Row[]): BatchKind<Row> {
  const idProperties = new Set(Array.isArray(rows) ? rows.map((row: Row) => row?.idProperty) : []);
  return {
    path,
    input: (row, objectWriteTraceId) => ({
      id: textOf(inputOf(row).id, 'record id'),
      idProperty: row.idProperty,
      properties: writtenProperties(row),
      objectWriteTraceId,
    }),
    names: ({ id }) => [String(id)],
    key: ({ id, idProperty }) => keyOf(id, idProperty),
    keysOf: (result) => keysOfRecord(result, [...idProperties]),
  };
}

function properties(batches: Batches, pathTo: (objectType: string) => string): CrmBatchProperties {
  const named = {
    names: ({ name }: { readonly name: string }) => [name],
    key: ({ name }: { readonly name: string }) => keyOf(name),
    keysOf: ({ name }: Result) => [keyOf(name)],
  };
  return {
    async read(objectType, names) {
      return readPlain(batches, names, {
        path: `${pathTo(objectType)}/read`,
        body: { archived: false },
        isRead: true,
        input: (name) => ({ name }),
        names: (name) => [name],
        key: (name) => keyOf(name),
        keysOf: named.keysOf,
      });
    },
    async create(objectType, rows) {
      return batches.write(rows, {
        ...named,
        path: `${pathTo(objectType)}/create`,
        isCreate: true,
        input: (row) => ({ ...writtenProperty(row), name: textOf(row.name, 'property name') }),
      });
    },
    async archive(objectType, names) {
      return batches.write(names, {
        path: `${pathTo(objectType)}/archive`,
        input: (name) => ({ name: textOf(name, 'property name') }),
        names: (name) => [String(name)],
        key: (name) => keyOf(name),
      });
    },
  };
}

function associations(batches: Batches, pathTo: (from: string, to: string) => string): CrmBatchAssociations {
  const pair = {
    input: (row: CrmBatchAssociationInput): object => ({ ...ends(row), ...(isTyped(row) && { types: row.types }) }),
    names: ({ from, to }: CrmBatchAssociationInput) => [String(from), String(to)],
    key: ({ from, to }: CrmBatchAssociationInput) => keyOf(to, String(from)),
    // The two endpoints return associations in different forms.
    keysOf: ({ from, to, fromObjectId, toObjectId }: Result) => [
      keyOf(toObjectId ?? idOf(to), String(fromObjectId ?? idOf(from))),
    ],
  };
  const { input, names, key } = pair;
  return {
    async read(fromObjectType, toObjectType, ids) {
      const kind: BatchKind<Page> = {
        path: `${pathTo(fromObjectType, toObjectType)}/read`,
        isRead: true,
        input: (page) => page,
        names: ({ id }) => [id],
        key: ({ id }) => keyOf(id),
        keysOf: ({ from }) => [keyOf(idOf(from))],
      };
      return batches.read(ids, kind, async (together) => {
        const outcomes = await batches.run(
          kind,
          together.map((id) => ({ id })),
        );
        for (const [place, id] of together.entries()) {
          outcomes[place] = await allPages(batches, kind, id, outcomes[place] as BatchOutcome);
        }
        return outcomes;
      });
    },
    async create(fromObjectType, toObjectType, rows) {
      const path = pathTo(fromObjectType, toObjectType);
      const made = await batches.write(
        rows,
        { ...pair, path: `${path}/associate/default` },
        { ...pair, path: `${path}/create` },
        isTyped,
      );
      return { ...made, succeeded: made.succeeded.map(({ index }) => ({ index, result: undefined })) };
    },
    async archive(fromObjectType, toObjectType, rows) {
      const path = pathTo(fromObjectType, toObjectType);
      const all = (row: CrmBatchAssociationInput) => {
        const { from, to } = ends(row);
        return { from, to: [to] };
      };
      return batches.write(
        rows,
        { path: `${path}/archive`, input: all, names, key },
        { path: `${path}/labels/archive`, input, names, key },
        isTyped,
      );
    },
  };
}

/** A page of the associations of one record. */
interface Page {
  readonly id: string;
  readonly after?: string;
}

/** Reads all associations of one record, page by page. */
async function allPages(
  batches: Batches,
  kind: BatchKind<Page>,
  id: string,
  first: BatchOutcome,
): Promise<BatchOutcome> {
  const to: unknown[] = [];
  let [outcome, after]: [BatchOutcome, string | undefined] = [first, undefined];
  for (;;) {
    if (outcome.failure !== undefined) {
      return outcome;
    }
    // For a record without associations, the CRM reports that it was not found.
    if (
      outcome.result === undefined &&
      to.length === 0 &&
      !String(outcome.absent?.subCategory).endsWith('NO_ASSOCIATIONS_FOUND')
    ) {
      return outcome;
    }
    to.push(...objectsIn(outcome.result, 'to').map(associationOf));
    const next = afterOf(outcome.result);
    if (next === undefined || next === after) {
      return { result: { from: id, to } };
    }
    after = next;
    [outcome] = (await batches.run(kind, [{ id, after }])) as [BatchOutcome];
  }
}

function readPlain<T>(batches: Batches, ids: readonly string[], kind: BatchKind<string>): Promise<CrmBatchRead<T>> {
  return batches.read(ids, kind, (together) => batches.run(kind, together));
}

/** Returns a key that is unique among records of one kind. */
const keyOf = (id: unknown, of = ''): string => `${of}\0${recordKey(id)}`;

function keysOfRecord({ id, properties }: Result, idProperties: readonly (string | undefined)[]): string[] {
  const values = isObject(properties) ? properties : {};
  return idProperties.map((name) => (name === undefined ? keyOf(id) : keyOf(values[name], name)));
}

function idOf(end: unknown): unknown {
  return isObject(end) ? end['id'] : undefined;
}

function ends(row: CrmBatchAssociationInput): { readonly from: object; readonly to: object } {
  const { from, to } = inputOf(row);
  return { from: { id: textOf(from, 'record id') }, to: { id: textOf(to, 'other record id') } };
}

function isTyped(row: CrmBatchAssociationInput): boolean {
  return isObject(row) && Array.isArray(row['types']) && row['types'].length > 0;
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}
