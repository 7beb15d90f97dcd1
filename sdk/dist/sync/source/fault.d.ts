/** How a step says why it cannot go on. */
/** The run has failed: the same would happen again until somebody changes something. */
export declare class SyncFault extends Error {
    readonly name: string;
}
/** It did not go well this time. */
export declare class SyncStumble extends Error {
    readonly name: string;
}
