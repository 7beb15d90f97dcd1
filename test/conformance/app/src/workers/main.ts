// Tools and card backends that their input controls.
import { defineWorker } from '@svc/sdk';
import { billed } from '../capabilities/billed';
import { cards } from '../capabilities/cards';
import { losing } from '../capabilities/lost';
import { probe } from '../capabilities/probes';
import { tools } from '../capabilities/tools';
import { thrown } from '../capabilities/thrown';
import { unstorable } from '../capabilities/unstorable';
import { waiting } from '../capabilities/waiting';

export default defineWorker('main', {
  use: [...tools, ...cards, ...waiting, ...billed, ...losing, probe, thrown, unstorable],
});
