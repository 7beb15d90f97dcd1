/** Finds the engine that a source's definition carries: declarations know that there is one, and not what it is. */
import type { SourceDefinition } from '../capability/source.ts';
import type { SourceEngine } from './engine.ts';
/** What runs the source; undefined where only builds go on. */
export declare function engineOf(source: SourceDefinition): SourceEngine | undefined;
