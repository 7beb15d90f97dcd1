import type { SourceDefinition } from '../capability/source.ts';
import { engineOf as anyEngineOf } from '../declare/engine.ts';
import type { SourceEngine } from './engine.ts';

/** Returns the engine of a source. Undefined during builds. */
export function engineOf(source: SourceDefinition): SourceEngine | undefined {
  return anyEngineOf(source) as SourceEngine | undefined;
}
