import type { AppRoute } from '../../request/route.ts';
import { putBilling, showBilling } from './billing.ts';
import { checkpoints } from './checkpoints.ts';
import { listDeliveries, replayDelivery, showDelivery } from './deliveries.ts';
import { listErrors, showError } from './errors.ts';
import { deleteFlag, listFlags, putFlag, showFlag } from './flags.ts';
import { configureInstall, eraseInstall, listInstalls, setInstallState, showInstall } from './installs.ts';
import { cancelLater, listLater } from './later.ts';
import { discardPoison, listPoison, listRuns, listSyncs, retryPoison, showPoison } from './syncs.ts';

/** Control routes for operators of the app. All require a grant. */
export const control: readonly AppRoute[] = [
  { method: 'GET', path: /^\/_svc\/control\/checkpoints$/, authentication: 'grant', handle: checkpoints },
  { method: 'GET', path: /^\/_svc\/control\/installs$/, authentication: 'grant', handle: listInstalls },
  { method: 'GET', path: /^\/_svc\/control\/installs\/([^/]+)$/, authentication: 'grant', handle: showInstall },
  {
    method: 'PUT',
    path: /^\/_svc\/control\/installs\/([^/]+)\/config$/,
    authentication: 'grant',
    handle: configureInstall,
  },
  {
    method: 'PUT',
    path: /^\/_svc\/control\/installs\/([^/]+)\/state$/,
    authentication: 'grant',
    handle: setInstallState,
  },
  { method: 'DELETE', path: /^\/_svc\/control\/installs\/([^/]+)$/, authentication: 'grant', handle: eraseInstall },
  { method: 'GET', path: /^\/_svc\/control\/flags$/, authentication: 'grant', handle: listFlags },
  { method: 'GET', path: /^\/_svc\/control\/flags\/([^/]+)$/, authentication: 'grant', handle: showFlag },
  { method: 'PUT', path: /^\/_svc\/control\/flags\/([^/]+)$/, authentication: 'grant', handle: putFlag },
  { method: 'DELETE', path: /^\/_svc\/control\/flags\/([^/]+)$/, authentication: 'grant', handle: deleteFlag },
  { method: 'GET', path: /^\/_svc\/control\/billing\/([^/]+)$/, authentication: 'grant', handle: showBilling },
  { method: 'PUT', path: /^\/_svc\/control\/billing\/([^/]+)$/, authentication: 'grant', handle: putBilling },
  { method: 'GET', path: /^\/_svc\/control\/syncs$/, authentication: 'grant', handle: listSyncs },
  { method: 'GET', path: /^\/_svc\/control\/syncs\/runs$/, authentication: 'grant', handle: listRuns },
  { method: 'GET', path: /^\/_svc\/control\/later$/, authentication: 'grant', handle: listLater },
  { method: 'DELETE', path: /^\/_svc\/control\/later\/([^/]+)$/, authentication: 'grant', handle: cancelLater },
  { method: 'GET', path: /^\/_svc\/control\/poison$/, authentication: 'grant', handle: listPoison },
  { method: 'GET', path: /^\/_svc\/control\/poison\/([^/]+)$/, authentication: 'grant', handle: showPoison },
  { method: 'POST', path: /^\/_svc\/control\/poison\/retry$/, authentication: 'grant', handle: retryPoison },
  { method: 'POST', path: /^\/_svc\/control\/poison\/discard$/, authentication: 'grant', handle: discardPoison },
  { method: 'GET', path: /^\/_svc\/control\/errors$/, authentication: 'grant', handle: listErrors },
  { method: 'GET', path: /^\/_svc\/control\/errors\/([^/]+)$/, authentication: 'grant', handle: showError },
  { method: 'GET', path: /^\/_svc\/control\/deliveries$/, authentication: 'grant', handle: listDeliveries },
  { method: 'GET', path: /^\/_svc\/control\/deliveries\/([^/]+)$/, authentication: 'grant', handle: showDelivery },
  {
    method: 'POST',
    path: /^\/_svc\/control\/deliveries\/([^/]+)\/replay$/,
    authentication: 'grant',
    handle: replayDelivery,
  },
];
