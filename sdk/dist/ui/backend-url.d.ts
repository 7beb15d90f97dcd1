/**
 * Returns the absolute URL of a card backend, for the fetch function of the UI package.
 *
 * @param id the id of the `worker.cardBackend`
 * @throws {Error} when the project has no such backend, or outside a card that `svc` has built
 * @example
 * import { backendUrl } from '@svc/sdk/ui';
 *
 * export async function loadInvoices(fetch: (url: string, options: object) => Promise<Response>, companyId: string) {
 *   const response = await fetch(backendUrl('open-invoices'), { method: 'POST', body: { input: { companyId } } });
 *   return response.json();
 * }
 */
export declare function backendUrl(id: string): string;
