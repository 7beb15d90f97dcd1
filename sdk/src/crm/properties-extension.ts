import { Extension } from '../platform/extension.ts';
import type { makeProperties } from './properties.ts';

/** What makes `ctx.crm.properties`. */
export const propertiesExtension = /* @__PURE__ */ new Extension<typeof makeProperties>(
  'ctx.crm.properties',
  'properties',
);
