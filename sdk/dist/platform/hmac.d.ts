/** HMAC-SHA256 and the text forms of its bytes, over Web Crypto. Comparing is always in constant time. */
/** How far ahead the sender's clock may be, in milliseconds. */
export declare const MAX_AHEAD_MS = 60000;
/** Whether `mac` is the HMAC-SHA256 of `data`; takes the same time wherever the first difference is. */
export declare function verifyMac(secret: string, mac: Uint8Array, data: Uint8Array): Promise<boolean>;
/** The HMAC-SHA256 of `data`. */
export declare function makeMac(secret: string, data: Uint8Array): Promise<Uint8Array>;
/** SHA-256 of the bytes. */
export declare function sha256(data: Uint8Array): Promise<Uint8Array>;
/** The bytes of a SHA-256 sized base64 text, or undefined when it is anything else. */
export declare function macFromBase64(text: string): Uint8Array | undefined;
/** The bytes of a SHA-256 sized hex text in lower case, or undefined when it is anything else. */
export declare function macFromHex(text: string): Uint8Array | undefined;
