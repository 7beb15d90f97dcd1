// The app whose runs are interrupted: each account with an install mirrors a ledger of 1,000 rows.
import { defineApp } from '@svc/sdk';

export default defineApp({
  name: 'Crash',
  description: 'Mirrors a ledger into contacts.',
  distribution: 'marketplace',
  auth: 'oauth',
  platformVersion: '2026.03',
  scopes: ['oauth', 'crm.objects.contacts.read', 'crm.objects.contacts.write'],
});
