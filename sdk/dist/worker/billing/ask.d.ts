/** Asks the actor that keeps the billing of an install. */
import { type BoundInstall } from '../../protocol/install.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
/** Whether there is billing: the deploy is linked, and its app declares a catalog. */
export declare function isBilled({ site, env }: RequestContext): boolean;
/** Whose billing counts. A webhook delivery names no install, but its portal has one; undefined: it names neither. */
export declare function billedInstall({ site }: RequestContext, { id, portalId }: BoundInstall): string | undefined;
export declare function ask({ host }: RequestContext, install: string, method: string, args: unknown): Promise<unknown>;
