import { Client } from '@hubspot/api-client';

// Calls go to the emulated CRM.
export default async () => {
  const client = new Client({ accessToken: 'conformance-access-token' });
  const made = await client.crm.contacts.basicApi.create({
    properties: { email: 'packages@example.com', firstname: 'Ada' },
  });
  const read = await client.crm.contacts.basicApi.getById(made.id, ['email', 'firstname']);
  const failed = await client.crm.contacts.basicApi.getById('999999').catch((error) => [error.name, error.code]);
  return {
    same: read.id === made.id,
    properties: [read.properties.email, read.properties.firstname],
    created: made.createdAt instanceof Date,
    failed,
  };
};
