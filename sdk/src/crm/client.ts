/** `ctx.crm`: the typed surface over `send`. It knows paths and bodies; how calls go out is the business of send.ts. */

import type {
  CrmClient,
  CrmListOptions,
  CrmObject,
  CrmObjects,
  CrmPage,
  CrmRequestInit,
  CrmSearchPage,
} from '../context/crm.ts';
import { unavailable } from '../runtime/unavailable.ts';
import { type CrmOptions, makeSend, type Send } from './send.ts';

/**
 * The client of one invocation.
 * @param objectsPath where the API has records, such as `/crm/v3/objects`
 */
export function makeCrmClient(options: CrmOptions, objectsPath: string): CrmClient {
  const send = makeSend(options);
  return {
    objects: objects(send, objectsPath),
    batch: unavailable('ctx.crm.batch'),
    associations: unavailable('ctx.crm.associations'),
    properties: unavailable('ctx.crm.properties'),
    conversations: unavailable('ctx.crm.conversations'),
    request: <T>(method: string, path: string, init?: CrmRequestInit) => send(method, path, init) as Promise<T>,
  };
}

function objects(send: Send, base: string): CrmObjects {
  const typePath = (objectType: string) => `${base}/${segment(objectType, 'object type')}`;
  const recordPath = (objectType: string, id: string) => `${typePath(objectType)}/${segment(id, 'record id')}`;
  return {
    async get(objectType, id, options = {}) {
      return (await send('GET', recordPath(objectType, id), { query: readQuery(options) })) as CrmObject;
    },
    async list(objectType, options = {}) {
      return (await send('GET', typePath(objectType), { query: readQuery(options) })) as CrmPage<CrmObject>;
    },
    async search(objectType, request) {
      return (await send('POST', `${typePath(objectType)}/search`, { body: request })) as CrmSearchPage;
    },
    async create(objectType, record) {
      const { properties, associations } = members(record);
      return (await send('POST', typePath(objectType), {
        body: { properties, ...(associations && { associations }) },
      })) as CrmObject;
    },
    async update(objectType, id, record, { idProperty } = {}) {
      const { properties } = members(record);
      return (await send('PATCH', recordPath(objectType, id), {
        query: { idProperty },
        body: { properties },
      })) as CrmObject;
    },
    upsert: unavailable('ctx.crm.objects.upsert'),
    archive: unavailable('ctx.crm.objects.archive'),
  };
}

/** What a record is written from; callers without types forget it. */
function members<T>(record: T): T {
  if (typeof record !== 'object' || record === null) {
    throw new TypeError(
      `a call of the CRM writes a record from an object such as { properties: { name: "…" } }; it got ${String(record)}`,
    );
  }
  return record;
}

type Query = NonNullable<CrmRequestInit['query']>;

/** Only what the API knows: an option that is misspelt must not become a query parameter. */
function readQuery(options: CrmListOptions & { readonly idProperty?: string }): Query {
  const { properties, propertiesWithHistory, associations, archived, limit, after, idProperty } = options;
  return {
    ...list('properties', properties),
    ...list('propertiesWithHistory', propertiesWithHistory),
    ...list('associations', associations),
    archived,
    limit,
    after,
    idProperty,
  } as Query;
}

function list(name: string, values: readonly string[] | undefined): Query {
  return values === undefined || values.length === 0 ? {} : { [name]: values };
}

/** One part of a path. An empty one, `.` and `..` would name another resource than the caller means. */
function segment(value: string, what: string): string {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text === '' || text === '.' || text === '..') {
    throw new TypeError(
      `a call of the CRM needs the ${what} as a text that is not empty; it got ${JSON.stringify(value)}`,
    );
  }
  return encodeURIComponent(text);
}
