/** What the actor refuses about a page is a fault of the source. */
export declare function staged<T>(answer: Promise<T>): Promise<T>;
