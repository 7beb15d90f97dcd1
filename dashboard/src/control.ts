// The control routes of the app, which the server signs.

import { call, ServerError } from './server.ts';

/** Calls a control route. @throws {ServerError} with its message if it refuses */
export async function control<T>(method: string, path: string, body?: unknown): Promise<T> {
  const request = { method, path: `/_svc/control/${path}`, ...(body !== undefined && { body }) };
  const answer = await call<{ status: number; body: T & { message?: string } }>('control', request);
  if (answer.status >= 400) {
    throw new ServerError(answer.status, answer.body.message ?? `the app answered ${answer.status}`);
  }
  return answer.body;
}

export interface Install {
  readonly id: string;
  readonly portalId: number | null;
  readonly state: string;
}

/** Returns the installs of the app. */
export async function installs(): Promise<readonly Install[]> {
  return (await control<{ installs: readonly Install[] }>('GET', 'installs?limit=100')).installs;
}
