// The app behind another vendor's names: header names, the key of the execution state, the unit of Retry-After. No billing catalog.
import { defineApp } from '@svc/sdk';

export default defineApp({
  name: 'Conformance HubSpot',
  description: 'The names of a vendor profile.',
  distribution: 'private',
  auth: 'static',
  platformVersion: '2026.03',
  scopes: ['crm.objects.contacts.read'],
});
