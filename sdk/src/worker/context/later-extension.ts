import { Extension } from '../../platform/extension.ts';
import type { makeLater } from './later.ts';

/** What makes `ctx.later`. */
export const laterExtension = /* @__PURE__ */ new Extension<typeof makeLater>('ctx.later', 'later');
