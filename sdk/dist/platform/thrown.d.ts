/** What was thrown, as logs and records have it. */
/** A thrown value, whatever it was. */
export interface ThrownError {
    readonly name: string;
    readonly message: string;
    /** The engine's text; empty when what was thrown is no Error. */
    readonly stack: string;
}
/**
 * Describes what was thrown, redacted: it ends in a log, and messages quote what was sent. Never throws itself, whatever
 * getters the value has.
 */
export declare function describeThrown(thrown: unknown): ThrownError;
/** Eight hex digits that are the same for throws of the same name and wording, whatever numbers are in it. */
export declare function fingerprint({ name, message }: ThrownError): string;
