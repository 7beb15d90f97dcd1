/** The version of this package, such as `0.1.0`. It is in the manifest, and `svc` compares it with its own version. */
export declare const SDK_VERSION: string;
