import { defineWorker } from '@svc/sdk';
import builtin from '../cases/builtin.js';
import csvParse from '../cases/csv-parse.js';
import hubspot from '../cases/hubspot.js';

const worker = defineWorker('node');
const cases = { builtin, 'csv-parse': csvParse, hubspot };
for (const [id, run] of Object.entries(cases)) worker.cardBackend(id, { handler: () => run() });
export default worker;
