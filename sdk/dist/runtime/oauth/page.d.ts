/** How the OAuth routes answer: a person's browser gets a page, everybody else JSON. Neither is kept or passed on. */
import type { Refusal } from '../errors.ts';
/** Answers hold what is good once, and their URLs a code and a state. */
export declare const PRIVATE_HEADERS: Readonly<Record<string, string>>;
/** Sends the browser on. */
export declare function redirect(location: string, cookie: string): Response;
/** The refusal, as the sender of the request reads it. */
export declare function refusalPage(refusal: Refusal, request: {
    readonly headers: Headers;
}): Response;
