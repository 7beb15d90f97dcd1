/** Absolute URLs by card backend id. The bundler of a card defines it (an esbuild `define` with a JSON object). */
declare const __SVC_BACKEND_URLS__: Readonly<Record<string, string>> | undefined;

/**
 * Returns the absolute URL of a card backend, for the fetch function of the UI package. To call a backend and read its
 * result, use `callBackend`.
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
export function backendUrl(id: string): string {
  const urls = typeof __SVC_BACKEND_URLS__ === 'undefined' ? undefined : __SVC_BACKEND_URLS__;
  if (urls === undefined) {
    throw new Error(`cannot resolve card backend "${id}": backendUrl works only in a card that svc has built`);
  }
  const url = Object.hasOwn(urls, id) ? urls[id] : undefined;
  if (url === undefined) {
    const known = Object.keys(urls);
    throw new Error(
      `unknown card backend "${id}": ${known.length === 0 ? 'the project has none' : `use ${known.join(' or ')}`}`,
    );
  }
  return url;
}
