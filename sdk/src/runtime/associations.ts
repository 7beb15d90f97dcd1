import { makeAssociations } from '../crm/associations.ts';
import { associationsExtension } from '../crm/associations-extension.ts';

/** Adds `ctx.crm.associations`. */
export function extend(): void {
  associationsExtension.add(makeAssociations);
}
