/** The URLs of card backends, which only the build knows. */
/**
 * The URL of a card backend, to be fetched with the platform's fetch. Throws when the project has no such backend,
 * and outside a card that `svc` has built.
 * @param id the id of the `worker.cardBackend`
 */
export declare function backendUrl(id: string): string;
