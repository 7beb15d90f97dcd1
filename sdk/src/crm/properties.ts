import type { CrmProperties, CrmProperty } from '../context/crm-schema.ts';
import { type CallTable, callsOf } from './calls-of.ts';
import { inputOf } from './path.ts';
import type { Send } from './send.ts';

/** The calls of `ctx.crm.properties`. */
const CALLS: CallTable = {
  list: 'LIST /{object type}',
  get: 'GET /{object type}/{property name}',
  create: 'POST /{object type}',
  update: 'PATCH /{object type}/{property name}',
  archive: 'DELETE /{object type}/{property name}',
};

/** Makes `ctx.crm.properties`. */
export function makeProperties(send: Send, base: string): CrmProperties {
  const calls = callsOf<CrmProperties>(send, base, CALLS);
  return {
    ...calls,
    create: async (objectType, input) => calls.create(objectType, writtenProperty(input)),
    update: async (objectType, name, input) => calls.update(objectType, name, writtenProperty(input)),
  };
}

/** Returns a property to write, with `hidden` in each option, which the CRM requires. */
export function writtenProperty<T extends Partial<CrmProperty>>(input: T): T {
  const { options } = inputOf(input);
  return Array.isArray(options) ? { ...input, options: options.map((one) => ({ hidden: false, ...one })) } : input;
}
