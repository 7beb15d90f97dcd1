// An app with metrics and a rate budget that a case can spend. Each account has its own budget.
import { defineApp } from '@svc/sdk';

export default defineApp({
  name: 'Conformance Paced',
  description: 'Calls the CRM more often than it may.',
  distribution: 'marketplace',
  auth: 'oauth',
  platformVersion: '2026.03',
  scopes: ['oauth', 'crm.objects.contacts.read'],
  rateLimits: {
    retry: { max: 3, baseMs: 20, capMs: 12_000 },
    bucket: { capacity: 10, refillPerSecond: 25, searchCapacity: 2, searchRefillPerSecond: 2 },
    metrics: { enabled: false }, // still on: only `metrics: false` turns them off
  },
});
