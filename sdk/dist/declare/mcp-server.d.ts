/** The agent MCP server component (beta: `auth: 'oauth'` and platformVersion 2026.09-beta or newer). */
/** The options of `mcpServer`. */
export interface McpServerOptions {
    readonly name: string;
    readonly description: string;
    /** A public HTTPS URL; localhost, loopback, link-local and private addresses are rejected. */
    readonly mcpUrl: string;
    readonly mcpClientId: string;
    /** The portal-side identity. Default: the id. */
    readonly uid?: string;
    /** Default: `1.0.0`. */
    readonly version?: string;
    /** Default: none. */
    readonly requiredScopes?: readonly string[];
    readonly logoUrl?: string;
    readonly websiteUrl?: string;
    readonly privacyPolicyUrl?: string;
    /** Default: true. */
    readonly enabled?: boolean;
}
/** A declared MCP server, its defaults filled in. */
export interface McpServerDefinition extends McpServerOptions {
    readonly kind: 'mcpServer';
    readonly id: string;
    readonly uid: string;
    readonly version: string;
    readonly requiredScopes: readonly string[];
    readonly enabled: boolean;
}
/** Declares the app's MCP server. */
export declare function mcpServer(id: string, options: McpServerOptions): McpServerDefinition;
