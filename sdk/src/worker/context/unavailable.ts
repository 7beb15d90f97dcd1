import { coded } from '../../platform/coded.ts';
import { unavailable } from '../../platform/unavailable.ts';

/** Returns a placeholder for a context member that needs an install. */
export function unbound<T extends object>(member: string): T {
  return unavailable(member, (path) =>
    coded(
      'no_install',
      `${path} needs an install, but a webhook delivery names none; ` +
        'use lookupInstall(ctx, portalId) or handOff(ctx, { install, capability, input }) from @svc/sdk',
    ),
  );
}
