/** Redaction of what is logged. */
/** How a value is redacted. */
export interface RedactOptions {
    /** Keys whose values are always cut out, beside the token-like ones. */
    readonly fields?: readonly string[];
    /** How deep to look; what lies deeper is cut out. Default: 8. */
    readonly maxDepth?: number;
}
