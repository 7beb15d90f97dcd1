// Another worker of the app: another isolate, which shares each account's budget with the first.
import { defineWorker } from '@svc/sdk';
import { patient } from '../capabilities/patient';

export default defineWorker('second', { use: [patient('patient-too')] });
