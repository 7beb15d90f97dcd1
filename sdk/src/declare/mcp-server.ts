import { declare } from './recorder.ts';

/** The options of `mcpServer`. */
export interface McpServerOptions {
  /** The server's display name. */
  readonly name: string;
  /** What the server offers. */
  readonly description: string;
  /** A public https URL. Localhost, loopback, link-local and private addresses are rejected. */
  readonly mcpUrl: string;
  /** The OAuth client id of the CRM at the server. Register it there: the CRM does not register clients dynamically. */
  readonly mcpClientId: string;
  /** Identifies the server to the CRM across deploys. Do not change it after the first deploy. Default: the id. */
  readonly uid?: string;
  /** The server's version. Default: `1.0.0`. */
  readonly version?: string;
  /** Scopes that the server needs, from the app's `scopes`. Default: none. */
  readonly requiredScopes?: readonly string[];
  /** An https URL of the logo. */
  readonly logoUrl?: string;
  /** An https URL of the website. */
  readonly websiteUrl?: string;
  /** An https URL of the privacy policy. */
  readonly privacyPolicyUrl?: string;
  /** Whether the server is available to agents. Default: true. */
  readonly enabled?: boolean;
}

/** A declared MCP server, with defaults filled in. */
export interface McpServerDefinition extends McpServerOptions {
  /** Always `mcpServer`. */
  readonly kind: 'mcpServer';
  /** The id passed to `mcpServer`. */
  readonly id: string;
  /** The declared uid, or the id. */
  readonly uid: string;
  /** The server's version. */
  readonly version: string;
  /** Scopes that the server needs. May be empty. */
  readonly requiredScopes: readonly string[];
  /** Whether the server is available to agents. */
  readonly enabled: boolean;
}

/**
 * Declares the agent MCP server of the app. List it in `mcpServers` of `defineApp`, which then needs `auth: 'oauth'`
 * and platformVersion 2026.09-beta or newer. The component is in beta, and the CRM takes one per app.
 *
 * @example
 * import { mcpServer } from '@svc/sdk';
 *
 * export const server = mcpServer('invoices', {
 *   name: 'Invoices',
 *   description: 'Finds and reminds of open invoices',
 *   mcpUrl: 'https://mcp.example.com',
 *   mcpClientId: 'invoices-agent',
 * });
 */
export function mcpServer(id: string, options: McpServerOptions): McpServerDefinition {
  return declare('mcpServer', [id, options], {
    ...options,
    kind: 'mcpServer',
    id,
    uid: options?.uid ?? id,
    version: options?.version ?? '1.0.0',
    requiredScopes: options?.requiredScopes ?? [],
    enabled: options?.enabled ?? true,
  });
}
