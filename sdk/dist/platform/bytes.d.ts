/** The texts and bytes one after the other, texts as UTF-8. */
export declare function concat(parts: readonly (string | Uint8Array)[]): Uint8Array;
/** Lower-case hex of the bytes. */
export declare function toHex(bytes: Uint8Array): string;
/** Whether two digests are equal; the time does not depend on where they differ. */
export declare function equalBytes(a: Uint8Array, b: Uint8Array): boolean;
