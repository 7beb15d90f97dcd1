// The routes of the tool that other commands of svc use, too.

import { token } from './token.ts';

/** An answer of the server that reports an error. */
export class ServerError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Sends a request to a route of the tool. @throws {ServerError} if the server refuses it or does not answer */
export async function post(route: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/_svc/dev/${route}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token()}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: signal ?? null,
    });
  } catch (error) {
    throw new ServerError(0, `the server does not answer: ${(error as Error).message}`);
  }
  if (!response.ok) {
    const { message } = (await response.json().catch(() => ({}))) as { message?: string };
    throw new ServerError(response.status, message ?? `the server answered ${response.status}`);
  }
  return response;
}

/** Returns the JSON document of a route. @throws {ServerError} like `post` */
export async function call<T>(route: string, body: unknown = {}): Promise<T> {
  return (await (await post(route, body)).json()) as T;
}
