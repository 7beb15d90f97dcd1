/**
 * Calls an actor once more when it was restarted under the call: one that has answered, even with an error, was not. Only
 * for what may be done twice, or what the actor knows to have done already.
 */
export declare function callAgain<T>(call: () => Promise<T>): Promise<T>;
