import { makeAppObjects } from '../worker/context/app-objects.ts';
import { objectExtension } from '../worker/context/object-extension.ts';

export { appObject } from '../declare/app-object.ts';
export { appObjectAssociation } from '../declare/app-object-association.ts';

/** Adds `ctx.appObjects`. */
export function extend(): void {
  objectExtension.add(makeAppObjects);
}
