// The card backend that most cases use. Each worker may have one under another id.
import { cardBackend } from '@svc/sdk';
import { runSteps, runStepsAtOnce, type Step } from '../steps';

/** Makes the context calls in its input and returns their results. */
export const scriptOf = (id: string) =>
  cardBackend(id, {
    input: { steps: { type: 'json', required: true }, atOnce: { type: 'bool' } },
    handler: (ctx) => (ctx.input.atOnce ? runStepsAtOnce : runSteps)(ctx as never, ctx.input.steps as Step[]),
  });
