import { Client } from '@hubspot/api-client';
import { defineWorker, ok } from '@svc/sdk';

const worker = defineWorker('vendor');
worker.tool('client', {
  label: 'Client',
  objectType: 'contact',
  handler: () => ok({ has: String(typeof new Client({ accessToken: 'x' }).crm.contacts.basicApi.getById) }),
});
export default worker;
