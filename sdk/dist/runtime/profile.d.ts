/** What the runtime takes from a vendor profile (`src/profiles/*.json`): every name that the vendor spells. */
/** The runtime's part of a profile. */
export interface RuntimeProfile {
    /** In front of the platform's header names, such as `X-Crm`. */
    readonly headerPrefix: string;
    /** The execution state among a workflow action's output fields. */
    readonly executionStateKey: string;
    /** The unit in which workflows read Retry-After. */
    readonly retryAfterUnit: 'seconds' | 'milliseconds';
    /** The origin of the CRM's API, without a slash at the end. */
    readonly apiOrigin: string;
}
