/** Finds the engine that a source's definition carries: declarations know that there is one, and not what it is. */

import type { SourceDefinition } from '../capability/source.ts';
import type { SourceEngine } from './engine.ts';

const ENGINE: symbol = /* @__PURE__ */ Symbol.for('svc.sourceEngine');

/** What runs the source; undefined where only builds go on. */
export function engineOf(source: SourceDefinition): SourceEngine | undefined {
  return (source as unknown as Record<symbol, SourceEngine | undefined>)[ENGINE];
}
