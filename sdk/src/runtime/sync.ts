import { syncExtension } from '../worker/dispatch/sync-extension.ts';
import { syncRunOf } from '../worker/dispatch/sync-run.ts';
import { syncStep } from '../worker/steps/sync-step.ts';
import { STEPS } from '../worker/steps/step-extensions.ts';

/** Adds what runs syncs. */
export function extend(): void {
  syncExtension.add(syncRunOf);
  STEPS.syncStep.add(syncStep);
}
