/** From a flag as its authors keep it to the record that shows it in the CRM. */
import type { FlagSnapshot } from '../context/flags.ts';
import { type FlagDestinationOptions } from './gate.ts';
/** A flag as its authors keep it, before it becomes a record of the flag app object. */
export interface FlagDefinition extends Pick<FlagSnapshot, 'key' | 'type' | 'status' | 'variations' | 'default' | 'off' | 'rollout'>, Partial<Pick<FlagSnapshot, 'rules'>> {
    readonly name?: string;
    readonly description?: string;
}
/** A flag as a record of the flag app object: every property is text. */
export interface FlagAppObjectRecord {
    readonly properties: Readonly<Record<string, string>>;
}
/**
 * The record of a flag: all of its definition, as properties of the object of `featureFlagAppObject`. What a definition
 * leaves out is empty, so that an update clears what was there. Throws for a definition that could not be evaluated.
 */
export declare function flagDefinitionToAppObjectRecord(definition: FlagDefinition, options: FlagDestinationOptions): FlagAppObjectRecord;
