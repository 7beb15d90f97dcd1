/** Reading a value as its field's declared type: the platform sends most things as text. */
import type { FieldDefinition } from '../../declare/field.ts';
/** The value did not fit. `expected` completes "must be ...". */
export interface Misfit {
    readonly expected: string;
}
/** What a value became. */
export type Reading = {
    readonly value: unknown;
} | Misfit;
/** Reads a value that is there (neither undefined nor null) as the field's type. */
export declare function readField(field: FieldDefinition, value: unknown): Reading;
/** Whether the platform left the value out: it sends an empty text for a number, date, choice that nobody filled in. */
export declare function isAbsent(field: FieldDefinition, value: unknown): boolean;
