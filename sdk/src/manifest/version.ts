/** The build fills in the version of package.json. */
declare const __SVC_SDK_VERSION__: string;

/** The version of this package, such as `0.1.0`. It is in the manifest, and `svc` compares it with its own version. */
export const SDK_VERSION: string = __SVC_SDK_VERSION__;
