/**
 * Returns the MurmurHash3 (x86, 32 bits, seed 0) of a text's UTF-8 bytes, as an unsigned number. Splits depend on it, so
 * it must be equal on every host.
 */
export declare function murmur3(text: string): number;
