/** What `lookupInstall` and `handOff` do: a trigger's handler reaches the installs that its delivery does not name. */
import { HANDS, type TriggerHands } from '../../context/hand-off.ts';
import type { Notice } from '../../platform/deadline.ts';
import type { RawRequest } from '../../platform/raw-request.ts';
import type { Place } from '../../protocol/request-context.ts';
import { Invocation } from '../invocation/invocation.ts';
/** @param deadline when the trigger's own time is up, in milliseconds since the epoch */
export declare function makeHands(place: Place, request: RawRequest, deadline: number): (invocation: Invocation, notice: Notice) => {
    readonly [HANDS]: TriggerHands;
};
