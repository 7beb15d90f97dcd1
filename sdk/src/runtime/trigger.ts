import { CAPABILITY_ROUTES } from '../worker/routes/capability-routes.ts';
import { trigger } from '../worker/routes/trigger.ts';
import { STEPS } from '../worker/steps/step-extensions.ts';
import { triggerStep } from '../worker/steps/trigger-step.ts';

export { handOff, lookupInstall } from '../context/hand-off.ts';

/** Adds what runs triggers. */
export function extend(): void {
  CAPABILITY_ROUTES.triggers.add(trigger);
  STEPS.trigger.add(triggerStep);
}
