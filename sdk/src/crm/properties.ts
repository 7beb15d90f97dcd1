import type { CallTable } from './calls-of.ts';

/** The calls of `ctx.crm.properties`. */
export const PROPERTY_CALLS: CallTable = {
  list: 'LIST /{object type}',
  get: 'GET /{object type}/{property name}',
  create: 'POST /{object type}',
  update: 'PATCH /{object type}/{property name}',
  archive: 'DELETE /{object type}/{property name}',
};
