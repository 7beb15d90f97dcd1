import { sourceEngine } from '../sync/engine.ts';
import { sourceExtension } from '../sync/source-extension.ts';

export { defineSource } from '../capability/source.ts';

/** Adds what runs sources. */
export function extend(): void {
  sourceExtension.add(sourceEngine);
}
