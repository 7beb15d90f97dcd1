// The same capabilities as the static app's, for installs of their own.
import { defineWorker } from '@svc/sdk';
import { billed } from '../../../app/src/capabilities/billed';
import { cards } from '../../../app/src/capabilities/cards';
import { tools } from '../../../app/src/capabilities/tools';

export default defineWorker('main', { use: [...tools, ...cards, ...billed] });
