import type { CrmAssociation, CrmAssociationEnd, CrmAssociations } from '../context/crm-schema.ts';
import { inputOf } from '../platform/arguments.ts';
import { objectsIn } from './objects-in.ts';
import { listOf } from './list-of.ts';
import { pathOf } from './path.ts';
import type { CrmPaths } from './paths.ts';
import type { Send } from './send.ts';

/** Makes `ctx.crm.associations`. */
export function makeAssociations(send: Send, { recordAssociations }: CrmPaths): CrmAssociations {
  // The associations of a record are below its path, in the API version of the associations.
  const records = recordAssociations.replace('/associations', '/objects');
  const below = (end: CrmAssociationEnd) => {
    const { objectType, id } = inputOf(end);
    return `${pathOf(records, { 'object type': objectType, 'record id': id })}/associations`;
  };
  const between = (from: CrmAssociationEnd, to: CrmAssociationEnd, kind = '') => {
    const { objectType, id } = inputOf(to);
    return pathOf(below(from) + kind, { 'other object type': objectType, 'other record id': id });
  };
  return {
    async list(from, toObjectType, options = {}) {
      const { limit, after } = inputOf(options, '{ limit: 10 }');
      const path = pathOf(below(from), { 'other object type': toObjectType });
      const page = await send('GET', path, { query: { limit, after }, expects: 'list', retry: 'idempotent' });
      return { ...(page as object), results: objectsIn(page, 'results').map(associationOf) };
    },
    async create(from, to, types = []) {
      const isDefault = listOf(types, 'types').length === 0;
      await send('PUT', between(from, to, isDefault ? '/default' : ''), {
        ...(!isDefault && { body: types }),
        expects: 'none',
        retry: 'idempotent',
      });
    },
    async archive(from, to) {
      await send('DELETE', between(from, to), { expects: 'none', retry: 'idempotent' });
    },
  };
}

/** Converts the record id, which is a number in some responses, to a string. */
export function associationOf(shown: Readonly<Record<string, unknown>>): CrmAssociation {
  return { ...(shown as unknown as CrmAssociation), toObjectId: String(shown['toObjectId']) };
}
