// Rows that become records of the app's object, with and without a schema.
import { defineSource, defineWorker } from '@svc/sdk';

const worker = defineWorker('leases');

const rows = (name: string) =>
  defineSource({
    name,
    fetch: async ({ http }) => ({
      rows: await http.get<{ key: string; data: object }[]>('https://leases.example/rows'),
    }),
  });

worker.sync(rows('leases'), {
  schedule: 'manual',
  into: 'car-lease',
  idProperty: 'number',
  schema: { what: 'title', until: 'endsAt' },
});

worker.sync(rows('leases-as-they-are'), { schedule: 'manual', into: 'car-lease', idProperty: 'number' });

export default worker;
