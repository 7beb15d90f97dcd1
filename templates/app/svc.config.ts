import { defineApp } from '@svc/sdk';

export default defineApp({
  name: 'My app', // svc:name
  description: 'What this app does, as users read it when they install it.',
  distribution: 'private', // svc:distribution
  auth: 'static', // svc:auth
  platformVersion: '2026.03', // svc:platformVersion
  scopes: ['crm.objects.contacts.read'], // svc:scopes
});
