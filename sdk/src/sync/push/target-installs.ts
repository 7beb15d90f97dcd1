import { projectName } from '../../platform/env.ts';
import { RouteError, invalidInput } from '../../platform/errors.ts';
import { type BoundInstall, type InstallPage, readPortalId, STATIC_INSTALL } from '../../protocol/install.ts';
import type { RequestContext } from '../../protocol/request-context.ts';

/** Most installs of one post. Each needs a call, and the edge limits the calls of one request. */
const MAX_INSTALLS = 500;

/**
 * Returns the ids of the installs that receive a post: the install of `?install=`, or every active one. Throws
 * `install_not_found` if there is none, so that the sender keeps its rows.
 */
export async function targetInstalls(
  context: RequestContext,
  named: string | null,
  installOf: (portalId: number | null) => BoundInstall | Promise<BoundInstall>,
): Promise<string[]> {
  const isStatic = context.worker.app.auth === 'static';
  const portalId = readPortalId(named);
  if (named !== null && !(isStatic && named === STATIC_INSTALL)) {
    if (portalId === null) {
      throw new RouteError(
        'install_not_found',
        'invalid ?install=: expected the id of a portal where the app is installed',
      );
    }
    return [String((await installOf(portalId)).id)];
  }
  return isStatic ? [STATIC_INSTALL] : activeInstalls(context);
}

async function activeInstalls({ host, env }: RequestContext): Promise<string[]> {
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const page = (await host.actor('ProjectActor', projectName(env), 'listInstalls', {
      after,
      limit: MAX_INSTALLS,
    })) as InstallPage;
    ids.push(...page.installs.filter(({ state }) => state === 'active').map(({ id }) => id));
    if (ids.length > MAX_INSTALLS) {
      const message = `the app has more than ${MAX_INSTALLS} active installs; post to each with ?install=<portal id>`;
      throw invalidInput('install', message);
    }
    after = page.next;
  } while (after !== undefined);
  if (ids.length === 0) {
    throw new RouteError('install_not_found', 'the app has no active install');
  }
  return ids;
}
