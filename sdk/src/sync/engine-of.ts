import type { SourceDefinition } from '../capability/source.ts';
import type { SourceEngine } from './engine.ts';

const ENGINE: symbol = /* @__PURE__ */ Symbol.for('svc.sourceEngine');

/**
 * Returns the engine attached to a source's definition. Undefined during builds. Declarations do not import its type.
 */
export function engineOf(source: SourceDefinition): SourceEngine | undefined {
  return (source as unknown as Record<symbol, SourceEngine | undefined>)[ENGINE];
}
