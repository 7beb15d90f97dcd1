import type { AppRoute } from '../../request/route.ts';
import { putBilling, showBilling } from './billing.ts';
import { checkpoints } from './checkpoints.ts';
import { deleteFlag, listFlags, putFlag, showFlag } from './flags.ts';
import { configureInstall, eraseInstall, listInstalls, setInstallState, showInstall } from './installs.ts';
import { discardPoison, listPoison, listRuns, listSyncs, retryPoison, showPoison } from './syncs.ts';

/** Control routes for the project's own tools. All require a grant. */
export const control: readonly AppRoute[] = [
  checkpoints,
  listInstalls,
  showInstall,
  configureInstall,
  setInstallState,
  eraseInstall,
  listFlags,
  showFlag,
  putFlag,
  deleteFlag,
  showBilling,
  putBilling,
  listSyncs,
  listRuns,
  listPoison,
  showPoison,
  retryPoison,
  discardPoison,
];
