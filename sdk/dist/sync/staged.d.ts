/** What the actor refuses about a page, a cursor that comes again or too many rows set aside, ends the run. */
export declare function staged<T>(answer: Promise<T>): Promise<T>;
