/** Vendor profiles: the names that a CRM vendor uses, as data. Go reads the same files (`internal/platform`). */

import crm from './crm.json' with { type: 'json' };
import hubspot from './hubspot.json' with { type: 'json' };

/** The profiles that ship. `crm` is the default, and code uses only its names. */
export type ProfileName = 'crm' | 'hubspot';

/** The names of one vendor. */
export interface VendorProfile {
  /** The profile's name. */
  readonly name: ProfileName;
  /** The prefix of header names, without the hyphen: `X-Crm` for `X-Crm-Signature-v3`. */
  readonly headerPrefix: string;
  /** The output field with the execution state of a workflow action. */
  readonly executionStateKey: string;
  /** The output field with the duration of a block, in ISO 8601. */
  readonly expirationDurationKey: string;
  /** The unit in which workflows read the `Retry-After` of an action. */
  readonly retryAfterUnit: 'seconds' | 'milliseconds';
  /** The origin of the CRM's API. */
  readonly apiOrigin: string;
  /** The origin of the CRM's own pages. */
  readonly appOrigin: string;
  /** The path of an OAuth install, below `appOrigin`. */
  readonly authorizePath: string;
  /** The path of the page with a portal's installed apps, below `appOrigin`. `{portalId}` is a placeholder. */
  readonly connectedAppsPath: string;
  /** The member with the account id in the response about a personal access key. */
  readonly accountIdKey: string;
  /** The member with the account name in the same response. */
  readonly accountNameKey: string;
  /** The file at the root of the CRM's project. */
  readonly projectFile: string;
  /** The suffix of a component's metadata file. */
  readonly metaFileSuffix: string;
  /** The npm package that UI components import. */
  readonly uiPackage: string;
  /** The npm package of the vendor's command line. */
  readonly cliPackage: string;
  /** The command of that package that uploads the project of a folder. */
  readonly uploadCommand: string;
  /** The function with which UI code fetches a backend. */
  readonly platformFetch: string;
  /** The category of the CRM's own associations. */
  readonly associationCategory: string;
  /** The scope that every OAuth app must request. Null when there is none. */
  readonly oauthScope: string | null;
  /** The greatest number of MCP servers of an app. */
  readonly mcpServersPerApp: number;
  /** Whether the CRM refuses more MCP servers. Otherwise it uses only one. */
  readonly enforcesMcpServersPerApp: boolean;
  /** Path prefixes of the API, with their versions. */
  readonly paths: Readonly<Record<ProfilePath, string>>;
}

/** The parts of the API that the runtime calls. */
export type ProfilePath =
  | 'objects'
  | 'recordAssociations'
  | 'objectProperties'
  | 'actionCallbacks'
  | 'appEvents'
  | 'appEventTypes'
  | 'customChannels'
  | 'visitorIdentification'
  | 'accountInfo'
  | 'oauthToken'
  | 'oauthIntrospection';

/** The profiles by name. */
export const PROFILES: Readonly<Record<ProfileName, VendorProfile>> = {
  crm: crm as VendorProfile,
  hubspot: hubspot as VendorProfile,
};
