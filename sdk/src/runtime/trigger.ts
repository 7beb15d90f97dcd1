import { triggerExtension } from '../worker/dispatch/trigger-extension.ts';
import { deliver } from '../worker/dispatch/trigger-run.ts';
import { triggerStep } from '../worker/steps/trigger-step.ts';
import { STEPS } from '../worker/steps/step-extensions.ts';

export { handOff, lookupInstall } from '../context/hand-off.ts';

/** Adds what runs triggers. */
export function extend(): void {
  triggerExtension.add(deliver);
  STEPS.trigger.add(triggerStep);
}
