/** The package's version, filled in from package.json when the package is built. */

declare const __SVC_SDK_VERSION__: string;

/** The version of this package, such as `0.1.0`. The manifest carries it, and `svc` compares it with its own. */
export const SDK_VERSION: string = __SVC_SDK_VERSION__;
