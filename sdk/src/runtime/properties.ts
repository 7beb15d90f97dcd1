import { makeProperties } from '../crm/properties.ts';
import { propertiesExtension } from '../crm/properties-extension.ts';

/** Adds `ctx.crm.properties`. */
export function extend(): void {
  propertiesExtension.add(makeProperties);
}
