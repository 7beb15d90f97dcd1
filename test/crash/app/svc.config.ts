// The app whose runs are broken off: each account that has it mirrors a ledger of 1,000 rows.
import { defineApp } from '@svc/sdk';

export default defineApp({
  name: 'Crash',
  description: 'Mirrors a ledger into contacts.',
  distribution: 'marketplace',
  auth: 'oauth',
  platformVersion: '2026.03',
  scopes: ['oauth', 'crm.objects.contacts.read', 'crm.objects.contacts.write'],
});
