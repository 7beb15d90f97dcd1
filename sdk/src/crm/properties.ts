import type { CrmProperties, CrmProperty } from '../context/crm-schema.ts';
import { inputOf } from '../platform/arguments.ts';
import { allPages } from './page.ts';
import { pathOf } from './path.ts';
import type { CrmPaths } from './paths.ts';
import type { Send } from './send.ts';

/** Makes `ctx.crm.properties`. */
export function makeProperties(send: Send, paths: CrmPaths): CrmProperties {
  const typePath = (objectType: string) => pathOf(paths.objectProperties, { 'object type': objectType });
  const pathTo = (objectType: string, name: string) => pathOf(typePath(objectType), { 'property name': name });
  return {
    async list(objectType) {
      return (await allPages(send, typePath(objectType))) as CrmProperty[];
    },
    async get(objectType, name) {
      return (await send('GET', pathTo(objectType, name), { expects: 'object', retry: 'idempotent' })) as CrmProperty;
    },
    async create(objectType, input) {
      const body = writtenProperty(input);
      return (await send('POST', typePath(objectType), { body, expects: 'object', retry: 'create' })) as CrmProperty;
    },
    async update(objectType, name, input) {
      const body = writtenProperty(input);
      return (await send('PATCH', pathTo(objectType, name), {
        body,
        expects: 'object',
        retry: 'idempotent',
      })) as CrmProperty;
    },
    async archive(objectType, name) {
      await send('DELETE', pathTo(objectType, name), { expects: 'none', retry: 'idempotent' });
    },
  };
}

/** Returns a property to write, with `hidden` in each option, which the CRM requires. */
export function writtenProperty<T extends Partial<CrmProperty>>(input: T): T {
  const { options } = inputOf(input);
  return Array.isArray(options) ? { ...input, options: options.map((one) => ({ hidden: false, ...one })) } : input;
}
