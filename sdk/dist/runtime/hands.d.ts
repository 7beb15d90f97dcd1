/** What `lookupInstall` and `handOff` do: a trigger's handler reaches the installs that its delivery does not name. */
import { HANDS, type TriggerHands } from '../hand-off.ts';
import type { RawRequest } from './auth/signature-v3.ts';
import type { Notice } from './budget.ts';
import { Invocation } from './invocation.ts';
import type { Place } from './site.ts';
/** @param deadline when the trigger's own time is up, in milliseconds since the epoch */
export declare function makeHands(place: Place, request: RawRequest, deadline: number): (invocation: Invocation, notice: Notice) => {
    readonly [HANDS]: TriggerHands;
};
