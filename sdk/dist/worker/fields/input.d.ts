/** From what a surface was sent to `ctx.input`: declared fields only, each of its type, defaults filled in. */
import type { FieldMap } from '../../declare/field.ts';
/** What the input is checked against. */
export interface InputContract {
    readonly capabilityId: string;
    /** Absent: the capability declares no input, and gets what was sent. */
    readonly fields: FieldMap | undefined;
    /** The only fields that an agent may fill; absent for every other surface. */
    readonly exposed?: readonly string[];
}
/** The handler's input, or an HttpError that names every missing field, or the first one that does not fit. */
export declare function readInput(contract: InputContract, sent: unknown): Record<string, unknown>;
