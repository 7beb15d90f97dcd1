// The billing catalog: two plans and one meter.
import type { AppBillingDeclaration } from '@svc/sdk';

export const billing: AppBillingDeclaration = {
  features: [
    { id: 'reminders', name: 'Payment reminders' },
    { id: 'credit-limits', name: 'Credit limits' },
  ],
  meters: [{ id: 'reminders-sent', name: 'Reminders sent', unit: 'reminder', aggregation: 'sum', period: 'month' }],
  plans: [
    {
      id: 'free',
      name: 'Free',
      pricing: { type: 'free' },
      features: ['reminders'],
      limits: { 'reminders-sent': 25 },
      default: true,
    },
    {
      id: 'team',
      name: 'Team',
      description: 'Unlimited reminders and credit limits.',
      pricing: { type: 'flat', amountMinor: 4900, currency: 'EUR', interval: 'month' },
      features: ['reminders', 'credit-limits'],
      limits: { 'reminders-sent': null },
      trialDays: 14,
    },
  ],
  upgradeUrl: 'https://ledger-bridge.example.com/upgrade',
};
