import { Extension } from '../../platform/extension.ts';
import type { makeAppObjects } from './app-objects.ts';

/** What makes `ctx.appObjects`. */
export const objectExtension = /* @__PURE__ */ new Extension<typeof makeAppObjects>('ctx.appObjects', 'appObject');
