import { CAPABILITY_ROUTES } from '../worker/routes/capability-routes.ts';
import { syncRun } from '../worker/routes/sync-run.ts';
import { STEPS } from '../worker/steps/step-extensions.ts';
import { syncStep } from '../worker/steps/sync-step.ts';

/** Adds what runs syncs. */
export function extend(): void {
  CAPABILITY_ROUTES.syncs.add(syncRun);
  STEPS.syncStep.add(syncStep);
}
