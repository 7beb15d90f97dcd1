/**
 * Ticks of schedules: when one is due, every active install runs its sync. A tick may be told twice, and one that is
 * late is caught up once; pages over installs by the actor's alarm, so that one event never calls too many of them.
 *
 * Keys: `tick/<worker>/<cron>` the time of the newest tick. Due: `tick`, with the sync and the install to go on after.
 */
import type { Bindings } from '../../runtime/host.ts';
import type { ActorPart, ActorState, AppParts } from '../actor-part.ts';
export declare function ticks({ store, due, now, actor, name }: ActorState, _env: Bindings, { manifest }: AppParts): ActorPart;
