// One sync of one source. test/crash/ledger.go has the rows.
import { defineSource, defineWorker, type SourcePage } from '@svc/sdk';

const worker = defineWorker('main');

const thousand = defineSource({
  name: 'thousand',
  fetch: ({ cursor, http }) => http.get<SourcePage>('https://ledger.example/rows', { query: { cursor } }),
});

worker.sync(thousand, { schedule: '1h', into: 'contact', idProperty: 'email', schema: { first: 'firstname' } });

export default worker;
