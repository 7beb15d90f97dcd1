// The billing catalog: a free plan with a small meter, and one with every feature.
import type { AppBillingDeclaration } from '@svc/sdk';

export const billing: AppBillingDeclaration = {
  features: [
    { id: 'pro', name: 'Pro' },
    { id: 'exports', name: 'Exports' },
  ],
  meters: [
    { id: 'sends', name: 'Sends', unit: 'send', aggregation: 'sum', period: 'month' },
    { id: 'seats', name: 'Seats', unit: 'seat', aggregation: 'max', period: 'billing_cycle' },
  ],
  plans: [
    {
      id: 'free',
      name: 'Free',
      pricing: { type: 'free' },
      features: [],
      limits: { sends: 4, seats: 2 },
      default: true,
    },
    {
      id: 'team',
      name: 'Team',
      pricing: { type: 'flat', amountMinor: 4900, currency: 'EUR', interval: 'month' },
      features: ['pro', 'exports'],
      limits: { sends: null },
      trialDays: 14,
    },
  ],
  upgradeUrl: 'https://conformance.example/upgrade',
};
