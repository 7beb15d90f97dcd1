/** The vendor's experimental client of its public API. */

import { call } from '../frame/channel.ts';

/** A request to the API of the CRM. */
export interface ApiRequest {
  readonly path: string;
  readonly method: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Sends a request to the emulated CRM as the user of the card. It returns the response whatever its status. */
export function fetchHubSpotApi({ path, method, body }: ApiRequest): Promise<unknown> {
  return call('api', { path, method, body: body ?? null });
}
