import { Extension } from '../../platform/extension.ts';
import type { makeFlags } from './flags.ts';

/** What makes `ctx.flags`. */
export const flagsExtension = /* @__PURE__ */ new Extension<typeof makeFlags>('ctx.flags', 'flags');
