// The capabilities of the static app, for one install per account.
import { defineWorker } from '@svc/sdk';
import { billed } from '../../../app/src/capabilities/billed';
import { cards } from '../../../app/src/capabilities/cards';
import { tools } from '../../../app/src/capabilities/tools';

export default defineWorker('main', { use: [...tools, ...cards, ...billed] });
