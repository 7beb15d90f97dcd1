/** The manifest of the app: every default of `defineApp` is filled in here. */
import type { AppDefinition } from '../declare/app.ts';
import type { AppManifest } from './manifest.ts';
/** The manifest of an app. */
export declare function appManifest(app: AppDefinition): AppManifest;
