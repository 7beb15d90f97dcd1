import type { CrmRequestInit } from '../context/crm.ts';
import type { CrmListOptions, CrmObject, CrmObjects, CrmPage, CrmSearchPage } from '../context/crm-records.ts';
import { inputOf } from '../platform/arguments.ts';
import { objectsIn } from './objects-in.ts';
import { CrmAnswerError } from './error.ts';
import { pathOf, textOf } from './path.ts';
import type { CrmPaths } from './paths.ts';
import type { Send } from './send.ts';
import { writtenProperties } from './written-properties.ts';
import { writtenSearch } from './written-search.ts';

/** Makes `ctx.crm.objects`. */
export function makeObjects(send: Send, { objects }: CrmPaths): CrmObjects {
  const typePath = (objectType: string) => pathOf(objects, { 'object type': objectType });
  const recordPath = (objectType: string, id: string) => pathOf(typePath(objectType), { 'record id': id });
  return {
    async get(objectType, id, options = {}) {
      const query = readQuery(options);
      return (await send('GET', recordPath(objectType, id), {
        query,
        expects: 'object',
        retry: 'idempotent',
      })) as CrmObject;
    },
    async list(objectType, options = {}) {
      const query = readQuery(options);
      return (await send('GET', typePath(objectType), {
        query,
        expects: 'list',
        retry: 'idempotent',
      })) as CrmPage<CrmObject>;
    },
    async search(objectType, request) {
      const path = `${typePath(objectType)}/search`;
      return (await send('POST', path, {
        body: request,
        written: writtenSearch,
        expects: 'list',
        retry: 'idempotent',
      })) as CrmSearchPage;
    },
    async create(objectType, record) {
      const body = { properties: writtenProperties(record), associations: record.associations };
      return (await send('POST', typePath(objectType), {
        body,
        expects: 'object',
        retry: 'create',
      })) as CrmObject;
    },
    async update(objectType, id, record, options = {}) {
      const { idProperty } = inputOf(options);
      return (await send('PATCH', recordPath(objectType, id), {
        query: { idProperty },
        body: { properties: writtenProperties(record) },
        expects: 'object',
        retry: 'idempotent',
      })) as CrmObject;
    },
    async upsert(objectType, record) {
      const properties = writtenProperties(record);
      // The API has only batch upserts.
      const path = `${typePath(objectType)}/batch/upsert`;
      const [id, idProperty] = [textOf(record.id, 'record id'), textOf(record.idProperty, 'idProperty')];
      const row = { id, idProperty, properties };
      const answer = await send('POST', path, { body: { inputs: [row] }, expects: 'object', retry: 'idempotent' });
      const [made] = objectsIn(answer, 'results');
      if (made === undefined) {
        throw new CrmAnswerError('POST', path, 207, objectsIn(answer, 'errors')[0] ?? answer);
      }
      return made as never; // the CRM's form
    },
    async archive(objectType, id) {
      await send('DELETE', recordPath(objectType, id), { expects: 'none', retry: 'idempotent' });
    },
  };
}

type Query = NonNullable<CrmRequestInit['query']>;

/** Copies the known options, so that a misspelled one does not become a query parameter. */
function readQuery(options: CrmListOptions & { readonly idProperty?: string }): Query {
  const { properties, propertiesWithHistory, associations, archived, limit, after, idProperty } = inputOf(options);
  return {
    properties: named(properties),
    propertiesWithHistory: named(propertiesWithHistory),
    associations: named(associations),
    archived,
    limit,
    after,
    idProperty,
  } as Query;
}

/** Omits an empty list. */
function named(names: readonly string[] | undefined): Query[string] {
  return names?.length ? names : undefined;
}
