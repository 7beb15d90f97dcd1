/** How flags that are delivered into a portal are told apart: by their source, and there by their key. */
import { type ExperimentalOptions, type FlagDestinationOptions } from './gate.ts';
/** Whose flags they are. */
export interface FlagSource {
    readonly projectId: string;
    readonly environment: string;
}
/** The id of a source of flags: one environment of a project. The same for the same source, always. */
export declare function flagDestinationSourceId({ projectId, environment }: FlagSource, options: ExperimentalOptions): string;
/** The value of `match_key`, by which the record of a flag is found again: create it, or update the one that has it. */
export declare function flagDestinationMatchKey(flag: {
    readonly key: string;
}, options: FlagDestinationOptions): string;
