/** From what a tool returned to its output: declared fields, each of its type, and their text form for the platform. */
import type { OutputFieldMap } from '../../declare/field.ts';
/** Longest output value in characters: the platform's limit for a text property. */
export declare const MAX_OUTPUT_CHARS = 65000;
/** An output that cannot be handed on; the message is for the app's author, not for the caller. */
export declare class OutputError extends Error {
    readonly code: 'handler_error' | 'output_too_large';
    constructor(message: string, code?: 'handler_error' | 'output_too_large');
}
/** Whether what was thrown is the error of an output that is too long. Anything may be asked: a proxy may throw here. */
export declare function isTooLong(thrown: unknown): boolean;
/**
 * The declared fields of an output. Throws an OutputError for one that does not fit its type.
 * @param onUnknown is told of each field that is not declared; such a field is left out
 */
export declare function readOutput(fields: OutputFieldMap | undefined, output: unknown, onUnknown: (field: string) => void): Record<string, unknown>;
/** The output as texts, which is all that the platform takes: JSON for what is no text, number or truth value. */
export declare function outputTexts(output: Readonly<Record<string, unknown>>): Record<string, string>;
/** Throws an OutputError when a value's text is longer than the platform takes. */
export declare function checkOutputSize(texts: Readonly<Record<string, string>>): void;
