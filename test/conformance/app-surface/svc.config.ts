// An app whose calls wait as long as their surface has time.
import { defineApp } from '@svc/sdk';

export default defineApp({
  name: 'Conformance Surface',
  description: 'Waits for the CRM as long as its surfaces have time.',
  distribution: 'marketplace',
  auth: 'oauth',
  platformVersion: '2026.03',
  scopes: ['oauth', 'crm.objects.contacts.read'],
  rateLimits: { retry: { capMs: 'surface' } },
});
