/** Bytes as base64. */
export declare function base64(bytes: Uint8Array): string;
