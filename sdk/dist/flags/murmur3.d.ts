/** MurmurHash3, x86 variant of 32 bits, seed 0: the hash that splits traffic. It must give the same on every host. */
/** The hash of a text's UTF-8 bytes, as an unsigned number of 32 bits. */
export declare function murmur3(text: string): number;
