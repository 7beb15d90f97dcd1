/** Vendor profiles: every name that the CRM's vendor spells, as data. Go reads the same files (`internal/platform`). */
/** The profiles that ship. `crm` is the default and the only vocabulary in code. */
export type ProfileName = 'crm' | 'hubspot';
/** One vendor's spelling of everything. */
export interface VendorProfile {
    readonly name: ProfileName;
    /** In front of the platform's header names, without the hyphen: `X-Crm` makes `X-Crm-Signature-v3`. */
    readonly headerPrefix: string;
    /** The output field that carries the execution state of a workflow action. */
    readonly executionStateKey: string;
    /** The output field that says how long a block lasts, as an ISO 8601 duration. */
    readonly expirationDurationKey: string;
    /** The unit in which workflows read the Retry-After of an action's answer. */
    readonly retryAfterUnit: 'seconds' | 'milliseconds';
    /** The origin of the CRM's API. */
    readonly apiOrigin: string;
    /** The origin of the CRM's own pages. */
    readonly appOrigin: string;
    /** Below `appOrigin`: where an OAuth install begins. */
    readonly authorizePath: string;
    /** Below `appOrigin`: the page that lists a portal's installed apps; `{portalId}` is filled in. */
    readonly connectedAppsPath: string;
    /** What the answer about a personal access key calls the id and the name of its account. */
    readonly accountIdKey: string;
    readonly accountNameKey: string;
    /** The file at the root of the platform's project. */
    readonly projectFile: string;
    /** How the metadata file of a component ends. */
    readonly metaFileSuffix: string;
    /** The npm package that UI components import. */
    readonly uiPackage: string;
    /** The npm package of the vendor's own command line, and its command that uploads the project of a folder. */
    readonly cliPackage: string;
    readonly uploadCommand: string;
    /** How UI code fetches a backend. */
    readonly platformFetch: string;
    /** The category of the associations that the CRM brings. */
    readonly associationCategory: string;
    /** The scope that every OAuth app must request; null when there is none. */
    readonly oauthScope: string | null;
    /** How many MCP servers an app may have, and whether more are refused (else only one takes effect). */
    readonly mcpServersPerApp: number;
    readonly enforcesMcpServersPerApp: boolean;
    /** Path prefixes of the API, each with the version in use. */
    readonly paths: Readonly<Record<ProfilePath, string>>;
}
/** The parts of the API that are called. */
export type ProfilePath = 'objects' | 'associations' | 'properties' | 'actionCallbacks' | 'appEvents' | 'appEventTypes' | 'customChannels' | 'visitorIdentification' | 'accountInfo' | 'oauthToken' | 'oauthTokenInfo';
/** The profiles by name. */
export declare const PROFILES: Readonly<Record<ProfileName, VendorProfile>>;
