/**
 * What binds an OAuth install to the browser that began it: a secret in a cookie. It has no other use, and ends with the
 * install or minutes later.
 */
/** A browser, as its cookie tells it. */
export interface Browser {
    readonly secret: string;
    /** It was sent here by a callback that had no state: a second time would go round in circles. */
    readonly isSentBack: boolean;
}
/** The browser of a request that has begun an install; undefined when it has none. */
export declare function browserOf(url: URL, headers: Headers): Browser | undefined;
/** A browser that begins an install: the one that it is already, for installs that it began in other tabs. */
export declare function beginningBrowser(url: URL, headers: Headers, isSentBack: boolean): Browser;
/** The Set-Cookie header that makes it known; without a browser, the one that ends it. */
export declare function cookieOf(url: URL, browser?: Browser): string;
