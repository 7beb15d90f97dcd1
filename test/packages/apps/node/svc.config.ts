import { defineApp } from '@svc/sdk';

export default defineApp({
  name: 'Node packages',
  distribution: 'private',
  auth: 'static',
  platformVersion: '2026.03',
  nodeCompat: true,
  scopes: ['crm.objects.contacts.read', 'crm.objects.contacts.write'],
});
