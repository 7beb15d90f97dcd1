/** Converts declared fields and properties to their form in the manifest. */
import type { FieldMap, OutputFieldMap } from '../declare/field.ts';
import type { AppObjectPropertyMap } from '../declare/property.ts';
import type { FieldManifest, OutputFieldManifest, PropertyManifest } from './manifest.ts';
/** Returns a copy without undefined members, so that the object equals its JSON form. */
export declare function defined<T extends object>(value: T): T;
/** Returns the input fields in order of declaration. */
export declare function inputFields(map: FieldMap | undefined): FieldManifest[];
/** Returns the output fields in order of declaration. */
export declare function outputFields(map: OutputFieldMap | undefined): OutputFieldManifest[];
/** Returns the properties in order of declaration. */
export declare function properties(map: AppObjectPropertyMap | undefined): PropertyManifest[];
