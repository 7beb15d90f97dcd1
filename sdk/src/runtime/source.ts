import { sourceEngine } from '../sync/engine.ts';
import { sourceExtension } from '../sync/source-extension.ts';
import { postedStep } from '../worker/steps/posted-step.ts';
import { STEPS } from '../worker/steps/step-extensions.ts';
import { extend as extendBatch } from './batch.ts';
import { extend as extendProperties } from './properties.ts';

export { defineSource } from '../capability/source.ts';

/** Adds what runs sources, which write their rows in batches and may create properties (`manageSchema`). */
export function extend(): void {
  extendBatch();
  extendProperties();
  sourceExtension.add(sourceEngine);
  STEPS.posted.add(postedStep);
}
