/** The time that a handler has. */
/** Workflow actions, in milliseconds (spec, Limits). */
export declare const ACTION_BUDGET_MS = 20000;
/** Card backends, in milliseconds: the platform gives up on them then. */
export declare const CARD_BUDGET_MS = 15000;
/** Stands for the result of a handler that did not end in time. */
export declare const TIMED_OUT: unique symbol;
/** Tells a handler that its time is nearly over. The signal is made when it is first asked for: most never are. */
export declare class Notice {
    #private;
    get signal(): AbortSignal;
    give(reason: Error): void;
}
/** Runs a handler for at most `budgetMs`. What it does afterwards is nobody's business any more. */
export declare function withinBudget<T>(budgetMs: number, run: (notice: Notice) => Promise<T>): Promise<T | typeof TIMED_OUT>;
