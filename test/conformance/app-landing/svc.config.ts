// The app with a destination for the browser after an install, and without v2 signatures.
import { defineApp } from '@svc/sdk';

export default defineApp({
  name: 'Conformance landing',
  description: 'Lands on a page of its own.',
  distribution: 'marketplace',
  auth: 'oauth',
  platformVersion: '2026.03',
  scopes: ['oauth'],
  install: { successUrl: 'https://conformance.example/welcome?von=你ü#ja' },
  requireV3: true,
});
