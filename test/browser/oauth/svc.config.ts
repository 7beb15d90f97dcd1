import { defineApp } from '@svc/sdk';

export default defineApp({
  name: 'Installs',
  slug: 'installs',
  distribution: 'marketplace',
  auth: 'oauth',
  platformVersion: '2026.03',
  scopes: ['oauth', 'crm.objects.contacts.read'],
});
