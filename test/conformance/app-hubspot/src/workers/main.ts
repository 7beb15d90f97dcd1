// Tools and card backends that their input controls.
import { defineWorker } from '@svc/sdk';
import { cards } from '../../../app/src/capabilities/cards';
import { tools } from '../../../app/src/capabilities/tools';

export default defineWorker('main', { use: [...tools, ...cards] });
