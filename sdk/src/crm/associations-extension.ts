import { Extension } from '../platform/extension.ts';
import type { makeAssociations } from './associations.ts';

/** What makes `ctx.crm.associations`. */
export const associationsExtension = /* @__PURE__ */ new Extension<typeof makeAssociations>(
  'ctx.crm.associations',
  'associations',
);
