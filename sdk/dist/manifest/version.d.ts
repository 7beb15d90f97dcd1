/** The package's version, filled in from package.json when the package is built. */
/** The version of this package, such as `0.1.0`. The manifest carries it, and `svc` compares it with its own. */
export declare const SDK_VERSION: string;
