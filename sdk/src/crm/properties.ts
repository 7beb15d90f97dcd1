/** `ctx.crm.properties`: property definitions of an object type. */

import type { CrmProperties, CrmProperty } from '../context/crm-schema.ts';
import { objectsIn } from './batch-answer.ts';
import type { CrmPaths } from './client.ts';
import { inputOf, pathOf } from './path.ts';
import type { Send } from './send.ts';

export function makeProperties(send: Send, { properties }: CrmPaths): CrmProperties {
  const pathTo = (objectType: string) => pathOf(properties, { 'object type': objectType });
  const pathOne = (objectType: string, name: string) => pathOf(pathTo(objectType), { 'property name': name });
  return {
    async list(objectType) {
      return objectsIn(await send('GET', pathTo(objectType), { retry: 'idempotent' }), 'results') as never;
    },
    async get(objectType, name) {
      return (await send('GET', pathOne(objectType, name), { retry: 'idempotent' })) as CrmProperty;
    },
    async create(objectType, input) {
      return (await send('POST', pathTo(objectType), { body: inputOf(input), retry: 'create' })) as CrmProperty;
    },
    async update(objectType, name, input) {
      const path = pathOne(objectType, name);
      return (await send('PATCH', path, { body: inputOf(input), retry: 'idempotent' })) as CrmProperty;
    },
    async archive(objectType, name) {
      await send('DELETE', pathOne(objectType, name), { retry: 'idempotent' });
    },
  };
}
