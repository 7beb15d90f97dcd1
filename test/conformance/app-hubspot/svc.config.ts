// The app for another vendor's names: headers, execution state, unit of Retry-After. It has no billing catalog.
import { defineApp } from '@svc/sdk';

export default defineApp({
  name: 'Conformance HubSpot',
  description: 'The names of a vendor profile.',
  distribution: 'private',
  auth: 'static',
  platformVersion: '2026.03',
  scopes: ['crm.objects.contacts.read'],
});
