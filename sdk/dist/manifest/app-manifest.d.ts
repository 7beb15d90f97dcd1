/** Converts an app to its manifest. This is where the defaults of `defineApp` are filled in. */
import type { AppDefinition } from '../declare/app.ts';
import type { AppManifest } from './manifest.ts';
/** Returns the manifest of an app, without its workers. */
export declare function appManifest(app: AppDefinition): AppManifest;
