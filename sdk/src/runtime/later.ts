import { makeLater } from '../worker/context/later.ts';
import { laterExtension } from '../worker/context/later-extension.ts';
import { laterStep } from '../worker/steps/later-step.ts';
import { STEPS } from '../worker/steps/step-extensions.ts';

/** Adds `ctx.later`, and what runs the calls that it scheduled. */
export function extend(): void {
  laterExtension.add(makeLater);
  STEPS.later.add(laterStep);
}
