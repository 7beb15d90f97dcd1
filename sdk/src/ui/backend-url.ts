/** The URLs of card backends, which only the build knows. */

/**
 * Card backend id to absolute URL. Whoever bundles a card defines this name (an esbuild `define` whose value is the
 * JSON object); outside such a bundle it does not exist.
 */
declare const __SVC_BACKEND_URLS__: Readonly<Record<string, string>> | undefined;

/**
 * The URL of a card backend, to be fetched with the platform's fetch. Throws when the project has no such backend,
 * and outside a card that `svc` has built.
 * @param id the id of the `worker.cardBackend`
 */
export function backendUrl(id: string): string {
  const urls = typeof __SVC_BACKEND_URLS__ === 'undefined' ? undefined : __SVC_BACKEND_URLS__;
  if (urls === undefined) {
    throw new Error(`backendUrl("${id}") works only in a card that svc has built: the build fills in the URLs`);
  }
  const url = Object.hasOwn(urls, id) ? urls[id] : undefined;
  if (url === undefined) {
    const known = Object.keys(urls);
    throw new Error(
      `no card backend has the id "${id}"; ${known.length === 0 ? 'the project has none' : `there are ${known.join(', ')}`}`,
    );
  }
  return url;
}
