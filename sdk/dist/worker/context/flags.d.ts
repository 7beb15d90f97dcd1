/** `ctx.flags`: snapshots from the project's actor, evaluated here. Whatever goes wrong gives the caller's default. */
import type { FlagsContext } from '../../context/flags.ts';
import type { InstallContext } from '../../context/install.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import type { Invocation } from '../invocation/invocation.ts';
/** The flags of a linked deploy; undefined on one that belongs to no project. */
export declare function makeFlags(place: RequestContext, install: InstallContext, invocation: Invocation): FlagsContext | undefined;
