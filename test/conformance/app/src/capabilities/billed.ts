// Capabilities with billing gates.
import { cardBackend, tool } from '@svc/sdk';
import { outcomeOf, type Wish } from '../outcomes';
import { runSteps, type Step } from '../steps';

const proCard = cardBackend('pro-card', {
  input: { steps: { type: 'json', default: [] } },
  billing: { requires: 'pro', deniedMessage: 'Upgrade to Pro.' },
  handler: (ctx) => runSteps(ctx as never, ctx.input.steps as Step[]),
});

const proTool = tool('pro-tool', {
  label: 'Pro',
  objectType: 'contact',
  output: { text: { type: 'string' } },
  agent: { description: 'Needs the Pro plan.', expose: [] },
  billing: { requires: ['pro', 'exports'] },
  handler: () => ({ text: 'ran' }),
});

/** Two sends per dispatch. The free plan has four per month. */
const metered = tool('metered', {
  label: 'Metered',
  objectType: 'contact',
  input: { wish: { type: 'json' } },
  output: { text: { type: 'string' } },
  billing: { meter: { id: 'sends', quantity: 2 } },
  handler: ({ input }) => outcomeOf((input.wish ?? {}) as Wish) ?? { text: 'sent' },
});

/** Is slow, so that several runs overlap. */
const slowlyMetered = cardBackend('slowly-metered', {
  billing: { meter: { id: 'sends', quantity: 2 } },
  handler: () => new Promise((resolve) => setTimeout(() => resolve('sent'), 300)),
});

const warned = cardBackend('warned', {
  billing: { requires: 'pro', meter: 'sends', onLimit: 'warn' },
  handler: () => 'ran',
});

const allowed = cardBackend('allowed', {
  billing: { requires: 'pro', meter: 'sends', onLimit: 'allow' },
  handler: () => 'ran',
});

/** Reads the result of `current`, whose members are functions. */
const billingProbe = cardBackend('billing-probe', {
  async handler({ billing }) {
    const now = await billing?.current();
    let unknown = '';
    try {
      now?.usage('nothing');
    } catch (error) {
      unknown = (error as Error).message;
    }
    const [pro, nothing] = [now?.has('pro'), now?.has('nothing')];
    return {
      pro,
      nothing,
      limit: now?.limit('sends'),
      seats: now?.limit('seats'),
      usage: now?.usage('sends'),
      unknown,
    };
  },
});

export const billed = [proCard, proTool, metered, slowlyMetered, warned, allowed, billingProbe];
