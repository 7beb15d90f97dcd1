// The card backend that most cases use; every worker may have one, by an id of its own.
import { cardBackend } from '@svc/sdk';
import { runSteps, runStepsAtOnce, type Step } from '../steps';

/** Calls its context as the case says, and answers with what came of each call. */
export const scriptOf = (id: string) =>
  cardBackend(id, {
    input: { steps: { type: 'json', required: true }, atOnce: { type: 'bool' } },
    handler: (ctx) => (ctx.input.atOnce ? runStepsAtOnce : runSteps)(ctx as never, ctx.input.steps as Step[]),
  });
