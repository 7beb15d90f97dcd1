/**
 * Alert rules over the project's checkpoints: looked at each minute while there is anything to look at. When a rule
 * begins to hold its targets are told once, nothing while it holds, and once when it no longer does. A notification
 * that cannot be delivered is repeated with growing pauses, for a day.
 *
 * Keys: `alert/<rule>` since when a rule holds, `note/<id>` a notification on its way. Due: `alerts`, `notify`.
 */
import type { Bindings } from '../../runtime/host.ts';
import type { ActorPart, ActorState, AppParts } from '../actor-part.ts';
/** Has the rules looked at soon: there is new data. */
export declare function watchAlerts({ due, now }: ActorState): void;
export declare function alerts(state: ActorState, env: Bindings, { manifest }: AppParts): ActorPart;
