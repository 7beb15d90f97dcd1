import { backendUrl } from './backend-url.ts';
import { noteInvocation } from './invocation.ts';

/**
 * The card backends of the app, by id. `svc types` adds them: the fields that a backend declares type its `input` and
 * `output`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: svc types adds its members
export interface CardBackends {}

/** The id of a card backend. Editors complete those of the app. */
export type CardBackendId = keyof CardBackends | (string & {});

/** The input of a card backend. */
export type CardBackendInput<Id> = Id extends keyof CardBackends
  ? CardBackends[Id] extends { readonly input: infer Input }
    ? Input
    : never
  : Readonly<Record<string, unknown>>;

/** The result of a card backend. It is unknown unless the backend declares `output`. */
export type CardBackendOutput<Id> = Id extends keyof CardBackends
  ? CardBackends[Id] extends { readonly output: infer Output }
    ? Output
    : never
  : unknown;

/** The options that `callBackend` passes to the fetch function. */
export interface BackendFetchOptions {
  /** Always `POST`. */
  readonly method: 'POST';
  /** The request's body, which the platform sends as JSON. */
  readonly body: {
    /** The backend's input. */
    readonly input: unknown;
  };
}

/** The part of a response that `callBackend` reads. */
export interface BackendResponse {
  /** Whether the status is from 200 to 299. */
  readonly ok: boolean;
  /** The HTTP status. */
  readonly status: number;
  /** The response's headers, if the platform passes them on. */
  readonly headers?: {
    /** Returns the value of a header; null if it is missing. */
    get(name: string): string | null;
  };
  /** Parses the body. */
  json(): Promise<unknown>;
}

/** The fetch function of the platform's UI package, such as `crm.fetch`. */
export type BackendFetch = (url: string, options: BackendFetchOptions) => Promise<BackendResponse>;

/** The response of a card backend. */
interface Answer {
  readonly ok?: boolean;
  readonly result?: unknown;
  readonly message?: string;
}

async function answerOf(response: BackendResponse): Promise<Answer> {
  try {
    return (await response.json()) as Answer;
  } finally {
    noteInvocation(response.headers); // only now: the caller logs next, before another call returns
  }
}

/**
 * Calls a card backend and returns its result. Run `svc types` to give the input and the result their types.
 *
 * @param fetch the fetch function of the UI package, which signs the call
 * @param id the id of the `worker.cardBackend`
 * @param input the backend's input
 * @throws {Error} when the call fails or the backend reports a failure, with its message if there is one
 * @example
 * import { type BackendFetch, callBackend } from '@svc/sdk/ui';
 *
 * export async function loadInvoices(fetch: BackendFetch, companyId: string) {
 *   return await callBackend(fetch, 'open-invoices', { companyId });
 * }
 */
export async function callBackend<const Id extends CardBackendId>(
  fetch: BackendFetch,
  id: Id,
  input: CardBackendInput<NoInfer<Id>>,
): Promise<CardBackendOutput<Id>> {
  const response = await fetch(backendUrl(id), { method: 'POST', body: { input } });
  const answer = await answerOf(response);
  if (!response.ok || answer.ok !== true) {
    throw new Error(answer.message ?? `card backend "${id}" responded with ${response.status}`);
  }
  return answer.result as CardBackendOutput<Id>;
}
