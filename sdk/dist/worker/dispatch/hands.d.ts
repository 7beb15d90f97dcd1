/** What `lookupInstall` and `handOff` do: a trigger's handler reaches the installs that its delivery does not name. */
import { HAND_OFF_API, type HandOffApi } from '../../context/hand-off.ts';
import type { DeadlineSignal } from '../../platform/deadline.ts';
import type { RawRequest } from '../../platform/raw-request.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { Invocation } from '../invocation/invocation.ts';
/** @param deadline when the trigger's own time is up, in milliseconds since the epoch */
export declare function makeHands(place: RequestContext, request: RawRequest, deadline: number): (invocation: Invocation, notice: DeadlineSignal) => {
    readonly [HAND_OFF_API]: HandOffApi;
};
