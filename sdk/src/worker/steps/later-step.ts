import type { LaterStepArguments } from '../../protocol/later.ts';
import type { Step } from '../../protocol/step.ts';
import { runLater } from '../dispatch/later-run.ts';
import { stepRequest } from './step.ts';

/** Runs one attempt of a scheduled call, granted by the install's alarm. */
export const laterStep: Step = (context, args) => {
  const { capability, input } = args as LaterStepArguments;
  const request = stepRequest(`https://step.invalid/later/${encodeURIComponent(capability)}`, { input });
  return runLater(context, args as LaterStepArguments, request);
};
