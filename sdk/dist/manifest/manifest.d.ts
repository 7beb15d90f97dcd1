/**
 * The deploy manifest: an app and its workers as plain data, with defaults filled in and shorthand expanded.
 *
 * It never contains handlers or credentials. A member without a value or default is absent. The Go twin is
 * `internal/manifest`, and the vectors in `contract/manifest` test both.
 */
import type { AppManifest } from './app.ts';
import type { WorkerManifest } from './worker.ts';
export type * from './app.ts';
export type * from './field.ts';
export type * from './worker.ts';
/** Everything that a project deploys. */
export interface ProjectManifest {
    /** The version of this format. Always 1. */
    readonly schemaVersion: 1;
    /** The version of the SDK that made the manifest. */
    readonly sdkVersion: string;
    /** The app. */
    readonly app: AppManifest;
    /** The workers, in the order passed to `projectManifest`. */
    readonly workers: readonly WorkerManifest[];
}
