import { Extension } from '../platform/extension.ts';
import type { SourceEngine } from './engine.ts';

/** What runs sources. */
export const sourceExtension = /* @__PURE__ */ new Extension<SourceEngine>('sources', 'defineSource');
