/** Fields and properties as the manifest has them. */
import type { FieldManifest, OutputFieldManifest, PropertyManifest } from '../manifest.ts';
import type { FieldMap, OutputFieldMap } from './field.ts';
import type { AppObjectPropertyMap } from './property.ts';
/** Leaves out the members that are undefined, so that the object is what JSON makes of it. */
export declare function defined<T extends object>(value: T): T;
/** Input fields, in the order in which they were declared. */
export declare function inputFields(map: FieldMap | undefined): FieldManifest[];
/** Output fields, in the order in which they were declared. */
export declare function outputFields(map: OutputFieldMap | undefined): OutputFieldManifest[];
/** Properties, in the order in which they were declared. */
export declare function properties(map: AppObjectPropertyMap | undefined): PropertyManifest[];
