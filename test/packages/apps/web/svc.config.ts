import { defineApp } from '@svc/sdk';

export default defineApp({
  name: 'Packages',
  distribution: 'private',
  auth: 'static',
  platformVersion: '2026.03',
  scopes: ['crm.objects.contacts.read'],
});
